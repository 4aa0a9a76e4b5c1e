import { parse } from 'csv-parse/sync'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Db } from '#core/database/database.ts'
import { accountQueries } from '#modules/identity/read-model.ts'
import type { UserSort } from '#modules/identity/schema.ts'
import { serviceRequestQueries } from '#modules/service-requests/read-model.ts'
import type { ServiceRequestSort } from '#modules/service-requests/schema.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { openWithoutTableScans } from '../support/postgres/without-table-scans.ts'
import { openTestShop, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let database: Database

/** Each person and request, in the order of signing up and of raising. */
const persons = [
  { username: 'mira', name: 'Zoya Khan', title: 'broken wheel', company: 'Padmalaya' },
  { username: 'Bala', name: 'asha Rao', title: 'Humming pump', company: 'aarogya' },
  { username: 'zeenat', name: 'Meera Iyer', title: 'Alarm fails', company: 'Nidanika' },
]

beforeAll(async () => {
  shop = await openTestShop()
  for (const { username, name, title, company } of persons) {
    const body = {
      username,
      name,
      email: `${username}@clinic.in`,
      mobileNumber: '1',
      password: 'a quiet morning in Pune',
    }
    const { body: session } = await shop.call('POST', '/api/auth/signup', { body })
    const request = { title, company, description: 'Please look at it' }
    await shop.call('POST', '/api/orders/productRequest', { token: session.accessToken, body: request })
  }
  await shop.settled()
  database = openWithoutTableScans(shop.shop.infrastructure.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await shop.close()
})

const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })

/** The fields of the listed entries, page by page. */
async function listed(path: string, field: string): Promise<unknown[]> {
  const pages = [await get(`${path}&size=2`), await get(`${path}&size=2&page=1`)]
  return pages.flatMap(({ body }) => body.content.map((one: Record<string, unknown>) => one[field]))
}

/** The rows that Postgres sorts for these queries. */
async function sortedRows(ask: (db: Db) => Promise<unknown>, queries: number): Promise<number> {
  const recording: { db: Db; asked: CompiledQuery[] } = recordingQueries(database.pool)
  await ask(recording.db)
  expect(recording.asked).toHaveLength(queries)
  return (await workOf(database.pool, recording.asked)).sorted
}

describe('the list of people', () => {
  const sorts: [UserSort, string[]][] = [
    ['since-asc', ['mira', 'Bala', 'zeenat']],
    ['since-desc', ['zeenat', 'Bala', 'mira']],
    ['name-asc', ['Bala', 'zeenat', 'mira']],
    ['name-desc', ['mira', 'zeenat', 'Bala']],
    ['username-asc', ['Bala', 'mira', 'zeenat']],
    ['username-desc', ['zeenat', 'mira', 'Bala']],
  ]

  test.each(sorts)('has the same order by %s, page by page, and in the file', async (sort, usernames) => {
    expect(await listed(`/api/users?text=clinic.in&sort=${sort}`, 'username')).toEqual(usernames)
    const file = parse((await get(`/api/users.csv?text=clinic.in&sort=${sort}`)).text, { columns: true, bom: true })
    expect(file.map((row: unknown) => Object(row).Username)).toEqual(usernames)
  })

  test.each(sorts)('has an index by %s, for a page and for the file', async (sort) => {
    const ask = async (db: Db) => {
      const queries = accountQueries(db)
      await queries.page({}, { page: 1, size: 2, sort })
      for await (const batch of queries.all({}, sort)) expect(batch.length).toBeGreaterThan(persons.length)
    }
    expect(await sortedRows(ask, 3)).toBe(0)
  })

  test('rejects an unknown or secret order', async () => {
    for (const sort of ['name', 'password_hash-asc'])
      for (const list of ['users', 'users.csv']) expect((await get(`/api/${list}?sort=${sort}`)).status).toBe(400)
  })
})

describe('the list of service requests', () => {
  const sorts: [ServiceRequestSort, string[]][] = [
    ['raised-desc', ['Alarm fails', 'Humming pump', 'broken wheel']],
    ['raised-asc', ['broken wheel', 'Humming pump', 'Alarm fails']],
    ['title-asc', ['Alarm fails', 'broken wheel', 'Humming pump']],
    ['title-desc', ['Humming pump', 'broken wheel', 'Alarm fails']],
    ['company-asc', ['Humming pump', 'Alarm fails', 'broken wheel']],
    ['company-desc', ['broken wheel', 'Alarm fails', 'Humming pump']],
  ]

  test.each(sorts)('has the same order by %s, page by page, and in the file', async (sort, titles) => {
    expect(await listed(`/api/orders/productRequest?sort=${sort}`, 'title')).toEqual(titles)
    const file = parse((await get(`/api/orders/productRequest.csv?sort=${sort}`)).text, { columns: true, bom: true })
    expect(file.map((row: unknown) => Object(row).Title)).toEqual(titles)
  })

  test.each(sorts)('has an index by %s, for a page and for the file', async (sort) => {
    const ask = async (db: Db) => {
      const queries = serviceRequestQueries(db)
      await queries.rows({}, { page: 1, size: 2, sort })
      for await (const batch of queries.all({}, sort)) expect(batch).toHaveLength(persons.length)
    }
    expect(await sortedRows(ask, 2)).toBe(0)
  })

  test('counts the matches by status, and rejects an unknown order', async () => {
    const { body } = await get('/api/orders/productRequest?sort=title-asc&status=resolved')
    expect(body).toMatchObject({ totalElements: 0, content: [], statusCounts: { received: 3 } })
    expect((await get('/api/orders/productRequest?sort=description-asc')).status).toBe(400)
  })
})
