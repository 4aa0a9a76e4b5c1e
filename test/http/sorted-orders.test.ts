import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { orderQueries, type OrderFilter } from '#modules/ordering/read-model.ts'
import type { OrderSort } from '#modules/ordering/schema.ts'
import { recordingQueries, workOf } from '../bench/support/query-work.ts'
import { openWithoutTableScans } from '../support/postgres/without-table-scans.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let database: Database
/** By the name of their recipient. */
const orderIds = new Map<string, string>()

const recipients = [
  { name: 'Meera', city: 'pune', quantity: 2 },
  { name: 'asha', city: 'Agra', quantity: 3 },
  { name: 'Zoya', city: 'Mumbai', quantity: 1 },
  { name: 'Kiran', city: 'Pune', quantity: 2 },
]

beforeAll(async () => {
  shop = await openTestShop()
  const { accessToken: token } = await shop.signUp('buyer')
  const [product] = await addProducts(shop, [{ title: 'Monitor' }])
  if (!product) throw new Error('there is no product')
  for (const { quantity, ...recipient } of recipients) {
    const order = orderFor([[product, quantity]])
    const body = { ...order, shipping: { ...order.shipping, ...recipient } }
    const placed = await shop.call('POST', '/api/orders', { token, body })
    orderIds.set(recipient.name, placed.body.orderId)
  }
  await shop.settled()
  database = openWithoutTableScans(shop.shop.infrastructure.databaseUrl)
})
afterAll(async () => {
  await database.close()
  await shop.close()
})

const ids = (names: readonly string[]) => names.map((name) => orderIds.get(name))
const get = (path: string) => shop.call('GET', path, { token: shop.adminToken })

/** The recipients in each order; on a tie, the earlier order comes first, or last if descending. */
const sorts: [OrderSort, string[]][] = [
  ['placed-desc', ['Kiran', 'Zoya', 'asha', 'Meera']],
  ['placed-asc', ['Meera', 'asha', 'Zoya', 'Kiran']],
  ['total-desc', ['asha', 'Kiran', 'Meera', 'Zoya']],
  ['total-asc', ['Zoya', 'Meera', 'Kiran', 'asha']],
  ['name-desc', ['Zoya', 'Meera', 'Kiran', 'asha']],
  ['name-asc', ['asha', 'Kiran', 'Meera', 'Zoya']],
  ['city-desc', ['Kiran', 'Meera', 'Zoya', 'asha']],
  ['city-asc', ['asha', 'Zoya', 'Meera', 'Kiran']],
]

test.each(sorts)('the orders by %s are the same in the list, page by page, and in the file', async (sort, names) => {
  const pages = [await get(`/api/orders?size=3&sort=${sort}`), await get(`/api/orders?size=3&page=1&sort=${sort}`)]
  const listed = pages.flatMap(({ body }) => body.content.map((order: { orderId: string }) => order.orderId))
  const file = parse((await get(`/api/orders.csv?sort=${sort}`)).text, { columns: true, bom: true })
  const filed = file.map((row: unknown) => Object(row).Order)
  expect([listed, filed]).toEqual([ids(names), ids(names)])
  expect(pages[0]?.body).toMatchObject({ totalElements: 4, totalPages: 2 })
})

test.each(sorts)('an index has the orders by %s, for a page and for the file', async (sort) => {
  const { db, asked } = recordingQueries(database.pool)
  const queries = orderQueries(db)
  const filters: OrderFilter[] = [{}, { text: 'monitor' }]
  for (const filter of filters) await queries.rows(filter, { page: 1, size: 3, sort })
  for await (const batch of queries.all({}, sort)) expect(batch).toHaveLength(recipients.length)
  expect(asked).toHaveLength(3)
  expect(await workOf(database.pool, asked)).toMatchObject({ sorted: 0 })
})

test('a status shown sorted counts only its matches', async () => {
  await shop.call('POST', `/api/orders/${orderIds.get('Zoya')}/confirm`, { token: shop.adminToken, body: {} })
  const { body } = await get('/api/orders?sort=total-asc&status=received')
  expect(body).toMatchObject({ totalElements: 3, statusCounts: { received: 3, confirmed: 1 } })
  expect(body.content.map((order: { orderId: string }) => order.orderId)).toEqual(ids(['Meera', 'Kiran', 'asha']))
})

test.each(['total', 'weight-asc', 'total-up', ''])('an unknown order is rejected: %s', async (sort) => {
  expect((await get(`/api/orders?sort=${sort}`)).status).toBe(400)
  expect((await get(`/api/orders.csv?sort=${sort}`)).status).toBe(400)
})
