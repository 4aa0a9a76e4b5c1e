import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderQueries } from '#modules/ordering/read-model.ts'
import { recordingQueries } from '../bench/support/query-work.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
const ids: string[] = []

beforeAll(async () => {
  shop = await openTestShop()
  const { accessToken: token } = await shop.signUp('buyer')
  const [product] = await addProducts(shop, [{ title: 'Monitor' }])
  if (!product) throw new Error('there is no product')
  for (let quantity = 1; quantity <= 4; quantity++) {
    const placed = await shop.call('POST', '/api/orders', { token, body: orderFor([[product, quantity]]) })
    ids.push(placed.body.orderId)
  }
  await shop.settled()
})
afterAll(() => shop.close())

const board = async (query = '') => (await shop.call('GET', `/api/orders${query}`, { token: shop.adminToken })).body
const step = (place: number, name: string, body: object = {}) =>
  shop.call('POST', `/api/orders/${ids[place]}/${name}`, { token: shop.adminToken, body })

test('the numbers of orders by status follow every step', async () => {
  expect(await board()).toMatchObject({ totalElements: 4, statusCounts: { received: 4 } })
  await step(0, 'confirm')
  await step(1, 'confirm')
  await step(1, 'dispatch')
  await step(2, 'cancel', { reason: 'The buyer called' })
  const counts = { received: 1, confirmed: 1, dispatched: 1, cancelled: 1 }
  expect((await board()).statusCounts).toEqual(counts)
  await step(3, 'confirm')
  const { statusCounts } = await board()
  expect(statusCounts).toEqual({ confirmed: 2, dispatched: 1, cancelled: 1 })
  expect((await board('?text=monitor')).statusCounts).toEqual(statusCounts)
  expect(await board('?status=confirmed')).toMatchObject({ totalElements: 2, statusCounts })
})

test('no order is read to count all of them', async () => {
  const { db, asked } = recordingQueries(shop.shop.infrastructure.database.pool)
  const queries = orderQueries(db)
  await queries.countByStatus({})
  await queries.countByStatus({ text: ' ', placed: {} })
  expect(await queries.countByStatus({ isSold: true })).toEqual({ confirmed: 2, dispatched: 1 })
  expect(await queries.count()).toBe(4)
  expect(asked.map((query) => query.sql).filter((text) => text.includes('"orders"'))).toEqual([])
})

test('orders are counted while the build of an earlier release is live', async () => {
  const { db } = shop.shop.infrastructure.database
  const queries = orderQueries(db)
  const usual = await queries.countByStatus({})
  await sql`alter table read_orders.orders_totals rename to absent`.execute(db)
  const counted = [await queries.countByStatus({}), await queries.count()]
  await sql`alter table read_orders.absent rename to orders_totals`.execute(db)
  expect(counted).toEqual([usual, 4])
})
