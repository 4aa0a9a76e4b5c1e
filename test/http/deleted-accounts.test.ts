import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { tablesThatHold } from '../support/postgres/tables-that-hold.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

describe('deleting an account', () => {
  test('is allowed to the owner, as `me` too, and to no other user', async () => {
    const [asha, ravi] = [await shop.signUp(), await shop.signUp()]
    const ask = (method: string, who: string) => shop.call(method, `/api/users/${who}`, { token: ravi.accessToken })
    const others = await ask('DELETE', asha.id)
    expect([others.status, others.body.detail]).toEqual([403, 'You can delete your own account only'])
    expect((await ask('GET', 'me/erasure')).body.id).toBe(ravi.id)
    expect((await ask('DELETE', 'me')).status).toBe(204)
    const left = [asha.id, ravi.id].map((id) => shop.call('GET', `/api/users/${id}`, { token: shop.adminToken }))
    expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 404])
  })

  test('erases the person everywhere and keeps the history of the orders whole', async () => {
    const [product] = await addProducts(shop, [{ title: 'Kept in the history' }])
    if (!product) throw new Error('no product')
    const login = { username: 'xanthippe', password: 'a quiet morning in Pune' }
    const secretive = { ...login, name: 'Xanthippe Quux', email: 'xanthippe@quux.in', mobileNumber: '9111122223' }
    const { accessToken, id } = (await shop.call('POST', '/api/auth/signup', { body: secretive })).body
    const order = orderFor([[product, 1]])
    order.shipping = {
      ...order.shipping,
      name: 'Xanthippe Quux',
      email: '9111122223',
      address: '7 Quux Lane',
      city: 'Quuxpur',
    }
    await shop.call('POST', '/api/orders', { token: accessToken, body: order })
    const request = {
      id: 'whatever stands in Quux Lane',
      title: 'Help',
      company: 'Quux',
      description: 'Come to Quux Lane',
      address: '7 Quux Lane',
    }
    await shop.call('POST', '/api/orders/productRequest', { token: accessToken, body: request })
    await replayed('orders')
    expect(await tablesThatHold(shop, ['Quux Lane'])).toContain('read_orders_prev.orders')
    expect((await shop.call('DELETE', `/api/users/${id}`, { token: accessToken })).status).toBe(204)
    expect((await shop.call('GET', '/api/users/me', { token: accessToken })).status).toBe(401)
    expect((await shop.call('POST', '/api/auth/authenticate', { body: login })).status).toBe(401)
    const history = await shop.call('GET', `/api/orders/${order.orderId}/history`, { token: shop.adminToken })
    expect(history.body.map((entry: { type: string }) => entry.type)).toEqual([
      'OrderPlaced',
      'OrderPersonalDataErased',
    ])
    expect(history.body[0].data.shipping.name).toBe('[erased]')
    await shop.call('GET', '/api/orders', { token: shop.adminToken })
    expect(await tablesThatHold(shop, ['Xanthippe', 'Quux Lane', '9111122223', 'quux.in'])).toEqual([])
    expect((await shop.call('DELETE', `/api/users/${id}`, { token: shop.adminToken })).status).toBe(404)
  })
})

/** Rebuilds a read model, and waits until it is done. */
async function replayed(name: string): Promise<void> {
  const { body } = await shop.call('POST', `/api/ops/projections/${name}/replay`, { token: shop.adminToken, body: {} })
  expect(body).toEqual({ name, status: 'rebuilding' })
  await eventually(async () => {
    const { body } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
    expect(body.projections).toContainEqual(expect.objectContaining({ name, status: 'live' }))
  })
}
