import { parse } from 'csv-parse/sync'
import { sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { exportLists } from '#modules/audit/exports/own-exports-read-model.ts'
import type { ExportSort } from '#modules/audit/schema.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { openWithoutTableScans } from '../support/postgres/without-table-scans.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let database: Database
let adminId: string
let other: { id: string; accessToken: string }

const person = '01940000-0000-7000-8000-00000000000a'

type Given = {
  id: string
  at: string
  format: string
  status: string
  events: number
  filter: Record<string, string>
}

/** Finished exports of the admin, in the order of requesting; the last two at the same time. */
const exports: Given[] = [
  { id: 'x1', at: '2026-03-31T18:29:59.999Z', format: 'csv', status: 'failed', events: 7, filter: { by: person } },
  { id: 'x2', at: '2026-03-31T18:30:00.000Z', format: 'ndjson', status: 'done', events: 9, filter: {} },
  { id: 'x3', at: '2026-04-01T18:30:00.000Z', format: 'csv', status: 'done', events: 0, filter: { type: '=1+1' } },
  { id: 'x4', at: '2026-04-01T18:30:00.000Z', format: 'csv', status: 'done', events: 9, filter: {} },
]

async function insert(accountId: string, { id, at, format, status, events, filter }: Given) {
  await sql`
    insert into audit_exports (id, asked_by, asked_at, format, status, events, percent, filter, finished_at, error)
    values (${id}, ${accountId}, ${at}::timestamptz, ${format}, ${status}, ${events}, 100,
      ${JSON.stringify(filter)}::jsonb, now(), ${status === 'failed' ? 'It could not be completed' : null})`.execute(
    shop.shop.infrastructure.database.db,
  )
}

beforeAll(async () => {
  shop = await openTestShop()
  adminId = (await shop.call('GET', '/api/users/me', { token: shop.adminToken })).body.id
  const { id, loginUserName } = await shop.signUp()
  await shop.call('PUT', `/api/users/${id}/roles`, { token: shop.adminToken, body: { roles: ['ADMIN'] } })
  const login = { username: loginUserName, password: 'a quiet morning in Pune' }
  other = { id, accessToken: (await shop.call('POST', '/api/auth/authenticate', { body: login })).body.accessToken }
  for (const one of exports) await insert(adminId, one)
  await insert(other.id, {
    id: 'other',
    at: '2026-04-01T00:00:00Z',
    format: 'csv',
    status: 'failed',
    events: 3,
    filter: {},
  })
  database = openWithoutTableScans(shop.shop.infrastructure.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await shop.close()
})

const get = (path: string, token = shop.adminToken) => shop.call('GET', path, { token })

async function pageOf(query = '') {
  const { status, body } = await get(`/api/audit/my-exports?${query}`)
  expect(status).toBe(200)
  return body
}

const idsIn = (content: { id: string }[]) => content.map(({ id }) => id)

async function filesOf(query: string): Promise<Record<string, string>[]> {
  return parse((await get(`/api/audit/my-exports.csv?${query}`)).text, { columns: true, bom: true })
}

describe('the list of exports', () => {
  const sorts: [ExportSort, string[]][] = [
    ['asked-desc', ['x4', 'x3', 'x2', 'x1']],
    ['asked-asc', ['x1', 'x2', 'x3', 'x4']],
    ['events-desc', ['x4', 'x2', 'x1', 'x3']],
    ['events-asc', ['x3', 'x1', 'x2', 'x4']],
  ]

  test.each(sorts)('has the same order by %s, page by page, and in the file', async (sort, ids) => {
    const pages = [await pageOf(`sort=${sort}&size=3`), await pageOf(`sort=${sort}&size=3&page=1`)]
    expect(pages.flatMap(({ content }) => idsIn(content))).toEqual(ids)
    const events = ids.map((id) => String(exports.find((one) => one.id === id)?.events))
    expect((await filesOf(`sort=${sort}`)).map(({ Events }) => Events)).toEqual(events)
  })

  test.each(sorts)('reads by %s no exports of others', async (sort) => {
    const recording: { asked: CompiledQuery[] } & Pick<ReturnType<typeof recordingQueries>, 'db'> = recordingQueries(
      database.pool,
    )
    const lists = exportLists(recording.db)
    const rows = await lists.page({ accountId: adminId }, { page: 0, size: 10, sort })
    for await (const batch of lists.all({ accountId: adminId }, sort)) expect(batch).toHaveLength(exports.length)
    await lists.countByStatus({ accountId: adminId })
    expect(rows.map(({ asked_by: askedBy }) => askedBy)).toEqual(exports.map(() => adminId))
    expect((await workOf(database.pool, recording.asked)).discarded).toBe(0)
  })

  const filters: [string, string[]][] = [
    ['status=done', ['x2', 'x3', 'x4']],
    ['format=csv', ['x1', 'x3', 'x4']],
    ['status=done&format=csv', ['x3', 'x4']],
    ['from=2026-04-01&to=2026-04-01', ['x2']],
    ['to=2026-03-31', ['x1']],
  ]

  test.each(filters)('is narrowed to %s, as is its file', async (filter, ids) => {
    const page = await pageOf(`${filter}&sort=asked-asc`)
    expect(idsIn(page.content)).toEqual(ids)
    expect(page.totalElements).toBe(ids.length)
    expect(await filesOf(filter)).toHaveLength(ids.length)
  })

  test('counts by status what the other filters leave', async () => {
    expect((await pageOf('format=csv&status=done')).statusCounts).toEqual({ done: 2, failed: 1 })
  })

  test('refuses what it does not offer', async () => {
    for (const wrong of ['sort=filter-asc', 'status=held', 'format=pdf', 'from=2026-02-30', 'by=admin'])
      for (const list of ['my-exports', 'my-exports.csv'])
        expect((await get(`/api/audit/${list}?${wrong}`)).status).toBe(400)
  })

  test('is a file in which no text is a formula', async () => {
    expect((await filesOf('')).map(({ Type }) => Type)).toContain("'=1+1")
  })
})

describe('the exports of another admin', () => {
  test('are in no list, no count and no file', async () => {
    expect(JSON.stringify(await pageOf())).not.toContain('other')
    const theirs = await get('/api/audit/my-exports', other.accessToken)
    expect(theirs.body).toMatchObject({ totalElements: 1, statusCounts: { failed: 1 } })
    const { text } = await get('/api/audit/my-exports.csv', other.accessToken)
    expect(text).not.toContain(person)
    expect(text.trim().split('\r\n')).toHaveLength(2)
  })

  test('are not deleted', async () => {
    const forget = (id: string, token: string) => shop.call('DELETE', `/api/audit/exports/${id}`, { token })
    expect((await forget('other', shop.adminToken)).status).toBe(404)
    expect((await forget('nothing', shop.adminToken)).status).toBe(404)
    expect((await get('/api/audit/exports/other', other.accessToken)).status).toBe(200)
    expect((await forget('other', other.accessToken)).status).toBe(204)
    expect((await get('/api/audit/exports/other', other.accessToken)).status).toBe(404)
  })
})
