import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/domain/ids.ts'
import type { Flow } from '#modules/operations/schema.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const asAdmin = async (path: string) => (await shop.call('GET', path, { token: shop.adminToken })).body

async function lastEventOf(name: string) {
  const flow: Flow = await asAdmin('/api/ops/flow')
  return flow.subscriptions.find((one) => one.name === name)?.lastEvent
}

test('the flow has the newest event of each category of streams', async () => {
  const lastOf = async (category: string) => {
    const flow: Flow = await asAdmin('/api/ops/flow')
    return flow.streams.find((one) => one.category === category)?.lastEvent
  }
  expect(await lastOf('serviceRequest')).toBeUndefined()
  await addProducts(shop, [{}])
  const { content } = await asAdmin('/api/audit/events?category=product&size=1')
  const { position, type, at } = content[0]
  expect(await lastOf('product')).toEqual({ position, type, at })
})

test('the flow has the newest event that each read model and reactor has taken, not the last move of its checkpoint', async () => {
  expect(await lastEventOf('orders')).toBeUndefined()
  const [product] = await addProducts(shop, [{}])
  if (!product) throw new Error('no product')
  const { accessToken: token } = await shop.signUp()
  const order = orderFor([[product, 1]])
  await shop.call('POST', '/api/orders', { token, body: order })
  await shop.call('PUT', `/api/carts/${newId()}/items/${product.id}`, { body: { quantity: 2 } })
  await eventually(async () => expect(await lastEventOf('carts')).toMatchObject({ type: 'CartItemQuantitySet' }))
  const { content } = await asAdmin(`/api/audit/events?stream=order-${order.orderId}`)
  const { position, type, at } = content[0]
  await eventually(async () => expect(await lastEventOf('orders')).toEqual({ position, type, at }))
  await eventually(async () => expect(await lastEventOf('mails')).toEqual({ position, type, at }))
  await eventually(async () => {
    const { projections } = await asAdmin('/api/ops/projections')
    const orders = projections.find(({ name }: { name: string }) => name === 'orders')
    expect(orders.position).toBeGreaterThan(position)
  })
  expect(await lastEventOf('orders')).toEqual({ position, type, at })
})
