import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/ids.ts'
import { placeOrder } from '#modules/ordering/commands.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop.ts'

let shop: TestShop
let product: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [added] = await addProducts(shop, [{}])
  if (!added) throw new Error('no product')
  product = added
})
afterAll(() => shop.close())

test('an order that was placed without its answer being kept is found again, whatever the clock says by then', async () => {
  const buyer = await shop.signUp()
  const { store } = shop.shop.infrastructure
  const { findOffers } = shop.shop.modules.catalogue
  const { orderId: _none, ...withoutId } = orderFor([[product, 1]])
  const input = { ...withoutId, payment: { method: 'cod' as const } }
  const actor = { id: buyer.id, name: buyer.name, role: 'USER' as const }
  const context = { actor, correlationId: newId(), causationId: newId(), commandId: newId() }
  const request = { input, buyer: { ...actor, loginUserName: buyer.loginUserName }, context }
  const first = await placeOrder({ store, findOffers, clock: () => 1_000 }, { ...request, isRetry: false })
  const again = await placeOrder({ store, findOffers, clock: () => 99_000_000 }, { ...request, isRetry: true })
  expect(again.order.orderId).toBe(first.order.orderId)
  expect(again.position).toBe(first.position)
})

test('an erasure that a crash has interrupted is finished', async () => {
  const buyer = await shop.signUp('interrupted')
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token: buyer.accessToken, body: order })
  const { pool } = shop.shop.infrastructure.database
  await pool.query('delete from accounts where id = $1', [buyer.id])
  await pool.query('insert into account_erasures (account_id, started_at) values ($1, now())', [buyer.id])
  await shop.shop.modules.identity.finishErasures()
  const history = await shop.call('GET', `/api/orders/${order.orderId}/history`, { token: shop.adminToken })
  expect(history.body.map(({ type }: { type: string }) => type)).toEqual(['OrderPlaced', 'OrderPersonalDataErased'])
  expect(history.body[0].data.shipping.name).toBe('[erased]')
  expect((await pool.query('select 1 from account_erasures')).rowCount).toBe(0)
})
