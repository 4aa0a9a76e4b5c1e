import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import type { JobSort } from '#modules/notifications/schema.ts'
import type { Operation } from '#modules/operations/schema.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

type Given = {
  id: string
  status: 'queued' | 'held' | 'failed' | 'sent' | 'cancelled'
  at: string
  attempts: number
  kind?: string
  stream?: string
  due?: string
  error?: string
  recipient?: string
}

/** In the order of their creation; the last two at the same time. */
const mails: Given[] = [
  { id: 'm1', status: 'failed', at: '2026-03-31T18:29:59.999999Z', attempts: 8, error: '=1+1', stream: 'order-ORD7' },
  { id: 'm2', status: 'sent', at: '2026-03-31T18:30:00.000001Z', attempts: 1, recipient: 'account-of-asha' },
  { id: 'm3', status: 'queued', at: '2026-03-31T18:30:00.000002Z', attempts: 3, due: '2099-01-02T00:00:00.000000Z' },
  { id: 'm4', status: 'held', at: '2026-04-01T18:29:59.999999Z', attempts: 0, kind: 'order-returned' },
  { id: 'm5', status: 'queued', at: '2026-04-01T18:30:00Z', attempts: 2, due: '2099-01-02T00:00:00.000001Z' },
  { id: 'm6', status: 'cancelled', at: '2026-04-01T18:30:00Z', attempts: 1, stream: 'order-ORD7' },
]

beforeAll(async () => {
  shop = await openTestShop()
  const { db } = shop.shop.infrastructure.database
  await sql`delete from notifications`.execute(db)
  for (const { id, status, at, attempts, kind = 'order-placed', stream = `order-${id}`, ...rest } of mails) {
    const { due = null, error = null, recipient = null } = rest
    await sql`
      insert into notifications (id, event_id, channel, kind, stream, revision, event_at, created_at, status, attempts,
        due_at, leased_until, error, recipient_id)
      values (${id}, gen_random_uuid(), 'email', ${kind}, ${stream}, 0, ${at}::timestamptz, ${at}::timestamptz, ${status},
        ${attempts}, ${due}::timestamptz, ${due}::timestamptz, ${error}, ${recipient})`.execute(db)
  }
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })

async function pageOf(query: string) {
  const { status, body } = await get(`/api/ops/jobs?${query}`)
  expect(status).toBe(200)
  return body
}

const idsIn = (content: { id: string }[]) => content.map(({ id }) => id)

async function fileOf(query: string): Promise<Record<string, string>[]> {
  return parse((await get(`/api/ops/jobs.csv?${query}`)).text, { columns: true, bom: true })
}

describe('the list of mails', () => {
  const sorts: [JobSort, string[]][] = [
    ['created-desc', ['m6', 'm5', 'm4', 'm3', 'm2', 'm1']],
    ['created-asc', ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']],
    ['tries-desc', ['m1', 'm3', 'm5', 'm6', 'm2', 'm4']],
    ['tries-asc', ['m4', 'm2', 'm6', 'm5', 'm3', 'm1']],
    ['next-asc', ['m3', 'm5', 'm1', 'm2', 'm4', 'm6']],
    ['next-desc', ['m6', 'm4', 'm2', 'm1', 'm5', 'm3']],
  ]

  test.each(sorts)('has the same order by %s, page by page, and in the file', async (sort, ids) => {
    const pages = [await pageOf(`sort=${sort}&size=4`), await pageOf(`sort=${sort}&size=4&page=1`)]
    expect(pages.flatMap(({ content }) => idsIn(content))).toEqual(ids)
    expect((await fileOf(`sort=${sort}`)).map(({ Mail }) => Mail)).toEqual(ids)
  })

  test('has no order by what is unknown', async () => {
    for (const sort of ['created', 'lease-asc', 'error-desc'])
      for (const list of ['jobs', 'jobs.csv']) expect((await get(`/api/ops/${list}?sort=${sort}`)).status).toBe(400)
  })

  const filters: [string, string[]][] = [
    ['status=waiting', ['m3', 'm5']],
    ['status=done', ['m2', 'm6']],
    ['kind=order-returned', ['m4']],
    ['kind=order-placed&status=failed', ['m1']],
    ['kind=no-such-kind', []],
    ['text=ORD7', ['m1', 'm6']],
    ['text=order-ORD7&status=done', ['m6']],
    ['text=serviceRequest-ORD7', []],
    ['text=m4', ['m4']],
    ['text=account-of-asha', ['m2']],
    ["text=' or 1=1 --", []],
    ['from=2026-04-01&to=2026-04-01', ['m2', 'm3', 'm4']],
    ['from=2026-04-02&kind=order-placed', ['m5', 'm6']],
    ['to=2026-03-31', ['m1']],
  ]

  test.each(filters)('is narrowed to %s, as is its file', async (filter, ids) => {
    const page = await pageOf(`${filter}&sort=created-asc`)
    expect(idsIn(page.content)).toEqual(ids)
    expect(page).toMatchObject({ totalElements: ids.length, counts: { waiting: 2, held: 1, failed: 1, done: 2 } })
    expect((await fileOf(`${filter}&sort=created-asc`)).map(({ Mail }) => Mail)).toEqual(ids)
  })

  test('counts by state what the other filters leave', async () => {
    const { counts, matching } = await pageOf('text=ORD7&status=failed')
    expect(matching).toEqual({ waiting: 0, held: 0, failed: 1, done: 1 })
    expect((await pageOf('status=failed')).matching).toEqual(counts)
  })

  test('refuses days that are none', async () => {
    for (const list of ['jobs', 'jobs.csv']) expect((await get(`/api/ops/${list}?from=2026-02-30`)).status).toBe(400)
  })

  test('is a file in which no text is a formula', async () => {
    const [failed] = await fileOf('status=failed')
    expect(failed).toMatchObject({ Reason: "'=1+1", Tries: '8', About: 'order-ORD7', State: 'failed' })
  })
})

describe('a mail that was not sent', () => {
  test('is found by the account that it was meant for, by its id and its user name, until it is sent to another', async () => {
    const [product] = await addProducts(shop, [{}])
    if (!product) throw new Error('no product')
    const buyer = await shop.signUp('meera')
    const { body } = await shop.call('POST', '/api/orders', {
      token: buyer.accessToken,
      body: orderFor([[product, 1]]),
    })
    const request = { title: 'A pump', company: 'Any', description: 'Please look at it' }
    const raised = await shop.call('POST', '/api/orders/productRequest', { token: buyer.accessToken, body: request })
    await shop.settled()
    const { db } = shop.shop.infrastructure.database
    await sql`update notifications set stream = ${`order-${body.orderId}`} where id = 'm1'`.execute(db)
    await sql`update notifications set stream = ${`serviceRequest-${raised.body.id}`} where id = 'm3'`.execute(db)
    for (const text of [buyer.id, buyer.loginUserName]) {
      const found = await pageOf(`text=${text}&status=failed`)
      expect(idsIn(found.content)).toEqual(['m1'])
      expect(idsIn((await pageOf(`text=${text}&status=waiting`)).content)).toContain('m3')
    }
    await sql`update notifications set sent_at = now(), recipient_id = 'another' where id = 'm1'`.execute(db)
    expect((await pageOf(`text=${buyer.id}&status=failed`)).content).toEqual([])
    await sql`update notifications set sent_at = null, recipient_id = null where id = 'm1'`.execute(db)
  })
})

async function recorded() {
  await shop.settled()
  const { body } = await get('/api/audit/events?type=PersonalDataRead&size=100')
  return body.content.map(({ by, data }: AuditEvent) => [by.name, data['what']])
}

describe('a search for mails by a text', () => {
  const found = ['Administrator', 'the emails of one account, order or request']

  test('is recorded as a read of personal data, without the text, even if it finds nothing', async () => {
    expect((await pageOf('text=asha.patil')).content).toEqual([])
    expect(await recorded()).toContainEqual(found)
    await fileOf('text=asha.patil')
    expect(await recorded()).toContainEqual([found[0], `${found[1]}, as a file`])
    expect(JSON.stringify(await recorded())).not.toContain('asha.patil')
  })
})

const retryAll = (count: unknown) =>
  shop.call('POST', '/api/ops/failed-jobs/retry', { token: shop.adminToken, body: { count } })

const retriesInHistory = async () => {
  const { body } = await get('/api/ops/history?name=mails')
  return body.content.map(({ type, by, data }: Operation) => [by.name, type, data['count'], data['ids']])
}

test('all failed mails are retried only by their number, and the history shows who asked for it', async () => {
  expect((await retryAll(2)).status).toBe(409)
  expect((await retryAll(0)).status).toBe(400)
  expect(await retriesInHistory()).toEqual([])
  expect((await pageOf('status=failed')).content).toMatchObject([{ id: 'm1', attempts: 8 }])
  expect(await retryAll(1)).toMatchObject({ status: 202, body: { count: 1 } })
  expect((await pageOf('status=failed')).content).toEqual([])
  expect(await retriesInHistory()).toEqual([['Administrator', 'MailsRetried', 1, ['m1']]])
})
