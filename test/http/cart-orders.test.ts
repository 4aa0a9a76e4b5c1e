import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import type { LoginResponse } from '#modules/identity/schema.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let second: TestShop
let syringe: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  // Without the reactor that ends ordered carts.
  shop = await openTestShop({}, { roles: ['api', 'projections'] })
  const { databaseUrl } = shop.shop.infrastructure
  second = await openTestShop({ DATABASE_URL: databaseUrl, DATA_DIR: shop.dataDir }, { roles: ['api'] })
  const [added] = await addProducts(shop, [{ title: 'Safe Syringe 5 ml', price: 38.5 }])
  if (!added) throw new Error('no product')
  syringe = added
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const fill = (cartId: string) => shop.call('PUT', `/api/carts/${cartId}/items/${syringe.id}`, { body: { quantity: 1 } })
const claim = (cartId: string, token: string) => shop.call('POST', `/api/carts/${cartId}/claim`, { token })
const place = (cartId: string, token: string, { key, at = shop }: { key?: string | undefined; at?: TestShop } = {}) =>
  at.call('POST', '/api/orders', {
    body: { ...orderFor([[syringe, 1]], { cartId }), orderId: undefined },
    token,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
const ordersOf = async ({ accessToken, loginUserName }: LoginResponse) => {
  await shop.settled()
  return (await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token: accessToken })).body.totalElements
}
const refused = (message: RegExp) => ({
  status: 409,
  body: { errors: [{ field: 'cartId', defaultMessage: expect.stringMatching(message) }] },
})

describe('an order of a cart', () => {
  test('is placed once, even if two arrive at once, and a retry gets the first response', async () => {
    const cartId = randomUUID()
    const buyer = await shop.signUp()
    const keys = ['first-order', 'second-order']
    const answers = await Promise.all(keys.map((key) => place(cartId, buyer.accessToken, { key })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const first = answers.findIndex(({ status }) => status === 201)
    expect((await place(cartId, buyer.accessToken, { key: keys[first] })).body).toEqual(answers[first]?.body)
    expect(await place(cartId.toUpperCase(), buyer.accessToken)).toMatchObject(refused(/already been ordered/))
    expect(await ordersOf(buyer)).toBe(1)
  })

  test('is refused by another process even before its stream has ended, unless the first one was refused', async () => {
    const cartId = randomUUID()
    const buyer = await shop.signUp()
    const dearer = orderFor([[{ ...syringe, price: syringe.price + 1 }, 1]], { cartId })
    const refusedOne = await shop.call('POST', '/api/orders', { body: dearer, token: buyer.accessToken })
    expect(refusedOne.status).toBe(409)
    const answers = await Promise.all(
      [shop, second].map((at, i) => place(cartId, buyer.accessToken, { key: `key-${i}`, at })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    for (const at of [shop, second])
      expect(await place(cartId.toUpperCase(), buyer.accessToken, { at })).toMatchObject(
        refused(/already been ordered/),
      )
    expect(await ordersOf(buyer)).toBe(1)
  })

  test('is refused by another process once its stream has ended', async () => {
    const cartId = randomUUID()
    const buyer = await shop.signUp()
    await fill(cartId)
    const context = { actor: systemActor, correlationId: newId(), causationId: newId(), commandId: newId() }
    await shop.shop.modules.cart.checkOut({ cartId, orderId: 'ORD00000001', accountId: buyer.id, context })
    expect(await place(cartId, buyer.accessToken)).toMatchObject(refused(/already been ordered/))
    expect(await ordersOf(buyer)).toBe(0)
  })

  test('is refused if another account has claimed the cart', async () => {
    const cartId = randomUUID()
    const owner = await shop.signUp()
    const other = await shop.signUp()
    await fill(cartId)
    await claim(cartId, owner.accessToken)
    expect(await place(cartId, other.accessToken)).toMatchObject(refused(/belongs to another account/))
    expect(await ordersOf(other)).toBe(0)
    expect((await place(cartId, owner.accessToken)).status).toBe(201)
  })

  test('can be retried after a refusal for another reason', async () => {
    const cartId = randomUUID()
    const { accessToken } = await shop.signUp()
    const dearer = orderFor([[{ ...syringe, price: syringe.price + 1 }, 1]], { cartId })
    expect((await shop.call('POST', '/api/orders', { body: dearer, token: accessToken })).status).toBe(409)
    expect((await place(cartId, accessToken)).status).toBe(201)
  })
})
