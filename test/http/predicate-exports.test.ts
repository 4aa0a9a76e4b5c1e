import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEvent, Export } from '#modules/audit/schema.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  const products = await addProducts(shop, [{}, { price: 120.5, qty: 3 }, { price: 900 }])
  const { accessToken: token } = await shop.signUp()
  for (const [index, product] of products.entries()) {
    const order = orderFor([[product, index + 1]])
    await shop.call('POST', '/api/orders', { token, body: order })
    await shop.call('POST', `/api/orders/${order.orderId}/confirm`, { token: shop.adminToken, body: {} })
  }
  await shop.settled()
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/audit/${path}`, { token: shop.adminToken, ...(body === undefined ? {} : { body }) })

async function made(body: Record<string, unknown>): Promise<Export> {
  const { body: asked } = await call('POST', 'exports', { format: 'ndjson', ...body })
  let done: Export = asked
  await eventually(async () => {
    done = (await call('GET', `exports/${asked.id}`)).body
    expect(done).toMatchObject({ status: 'done', percent: 100 })
  })
  return done
}

/** The ids of the events in the file, oldest first. */
async function exported(filter: Record<string, string>): Promise<string[]> {
  const { id } = await made(filter)
  const { text } = await call('GET', `exports/${id}/file`)
  const records = text.trimEnd().split('\n').slice(1, -1)
  return records.map((line: string) => JSON.parse(line).event.id)
}

/** The ids of the events in the list, oldest first. */
async function listed(filter: Record<string, string>): Promise<string[]> {
  const { body } = await call('GET', `events?${new URLSearchParams({ size: '100', ...filter }).toString()}`)
  expect(body.last).toBe(true)
  return body.content.map(({ id }: AuditEvent) => id).toReversed()
}

async function overTime(filter: Record<string, string>) {
  const { body } = await call('GET', `histogram?${new URLSearchParams(filter).toString()}`)
  const events = body.bars.reduce((sum: number, bar: { events: number }) => sum + bar.events, 0)
  return { events, isBound: body.isBound }
}

const asked: Record<string, string>[] = [
  { where: 'type = OrderPlaced or type = OrderConfirmed' },
  { where: 'data.totalPaise > 20000' },
  { where: 'not type = OrderPlaced and revision = 0', without: 'audit' },
  { where: "data.payment.method = 'cod'", type: 'OrderPlaced' },
  { where: "data.shipping.city = 'Pune'" },
]

describe('an export of what a predicate finds', () => {
  test.each(asked)('has what the list shows: $where', async (filter) => {
    const expected = await listed(filter)
    expect(expected.length).toBeGreaterThan(0)
    expect(await exported(filter)).toEqual(expected)
  })

  test('says what was asked, to the one who asked, and stores it encrypted', async () => {
    const where = "data.shipping.city = 'Pune'"
    const { id } = await made({ where })
    expect((await call('GET', `exports/${id}`)).body.filter).toEqual({ where })
    const own = (await call('GET', 'my-exports?size=100')).body.content
    expect(own.find((one: Export) => one.id === id).filter).toEqual({ where })
    expect((await call('GET', 'my-exports.csv')).text).toContain('Pune')
    const { rows } = await sql<{ filter: string }>`
      select filter::text from audit_exports`.execute(shop.shop.infrastructure.database.db)
    expect(rows.map(({ filter }) => filter).join('\n')).not.toContain('Pune')
  })

  test('records that personal data was asked, by the name of its field', async () => {
    await made({ where: "data.shipping.city = 'Agra'" })
    const { text } = await call('GET', 'events?type=PersonalDataRead&size=100')
    expect(text).toContain('an export of events, asked by data.shipping.city')
    expect(text).not.toContain('Agra')
  })

  test('is refused with the place of the mistake', async () => {
    const { status, body } = await call('POST', 'exports', { format: 'csv', where: 'type == OrderPlaced' })
    expect([status, body.detail]).toEqual([400, expect.stringContaining('Column')])
  })
})

describe('the events over time', () => {
  test('are those that a predicate finds, if the list of all events decides it', async () => {
    for (const where of ['type = OrderPlaced or type = OrderConfirmed', "category = 'order'", 'revision > 0']) {
      const { events, isBound } = await overTime({ where })
      expect({ where, events, isBound }).toEqual({ where, events: (await listed({ where })).length, isBound: false })
    }
  })

  test('are those that may match, if only the events themselves decide it', async () => {
    const where = 'type = OrderPlaced and data.totalPaise > 20000'
    expect(await overTime({ where })).toEqual({ events: 3, isBound: true })
  })

  test('refuse a predicate with a mistake', async () => {
    expect((await call('GET', 'histogram?where=type+%3D')).status).toBe(400)
  })
})
