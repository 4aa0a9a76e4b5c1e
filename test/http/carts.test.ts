import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#core/domain/actor.ts'
import { newId } from '#core/domain/ids.ts'
import { plantFaultyEvent } from '../support/event-store/faulty-event.ts'
import { eventually } from '../support/eventually.ts'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '../support/shop/shop.ts'

let shop: TestShop
let monitorId: string
let syringeId: string
let syringe: Awaited<ReturnType<typeof addProducts>>[number]

beforeAll(async () => {
  shop = await openTestShop()
  const [first, second] = await addProducts(shop, [{}, { title: 'Safe Syringe 5 ml', price: 38.5 }])
  if (!first || !second) throw new Error('no products')
  monitorId = first.id
  syringeId = second.id
  syringe = second
})
afterAll(() => shop.close())

const set = (cartId: string, productId: string, quantity: unknown) => setAs(undefined)(cartId, productId, quantity)
const setAs = (token: string | undefined) => (cartId: string, productId: string, quantity: unknown) =>
  shop.call('PUT', `/api/carts/${cartId}/items/${productId}`, { body: { quantity }, token })
const read = (cartId: string, token?: string) => shop.call('GET', `/api/carts/${cartId}`, { token })

const listed = async (cartId: string) => {
  await shop.settled()
  const { db } = shop.shop.infrastructure.database
  const { rows } = await sql`select status from read_carts.carts where cart_id = ${cartId}`.execute(db)
  return rows
}

describe('the list of carts', () => {
  test('drops the cart of a guest while it is empty', async () => {
    const cartId = randomUUID()
    await set(cartId, monitorId, 2)
    expect(await listed(cartId)).toEqual([{ status: 'open' }])
    await shop.call('DELETE', `/api/carts/${cartId}/items`)
    expect(await listed(cartId)).toEqual([])
    await set(cartId, syringeId, 1)
    await set(cartId, syringeId, 0)
    expect(await listed(cartId)).toEqual([])
    await set(cartId, syringeId, 3)
    expect(await listed(cartId)).toEqual([{ status: 'open' }])
    expect((await read(cartId)).body.count).toBe(3)
  })

  test('keeps the empty cart of an account for its next login', async () => {
    const cartId = randomUUID()
    const { accessToken } = await shop.signUp()
    await set(cartId, monitorId, 2)
    await shop.call('POST', `/api/carts/${cartId}/claim`, { token: accessToken })
    await shop.call('DELETE', `/api/carts/${cartId}/items`, { token: accessToken })
    expect(await listed(cartId)).toEqual([{ status: 'open' }])
  })
})

describe('a cart', () => {
  test('is empty before anything is added', async () => {
    const cartId = randomUUID()
    expect((await read(cartId)).body).toEqual({ id: cartId, items: [], total: 0, count: 0 })
  })

  test('has the lines that were set, at today’s prices', async () => {
    const cartId = randomUUID()
    await set(cartId, monitorId, 2)
    const { body } = await set(cartId, syringeId, 10)
    expect(body).toMatchObject({ total: 169386, count: 12 })
    expect(body.items[1]).toEqual({
      id: syringeId,
      title: 'Safe Syringe 5 ml',
      company: monitor.company,
      brand: monitor.brand,
      price: 38.5,
      logoUrl: monitor.logoUrl,
      quantity: 10,
      lineTotal: 385,
      available: true,
    })
    expect((await set(cartId, syringeId, 3)).body.count).toBe(5)
    expect((await set(cartId, syringeId, 0)).body.count).toBe(2)
    expect((await shop.call('DELETE', `/api/carts/${cartId}/items/${monitorId}`)).body.items).toEqual([])
  })

  test.each([-1, -10_000, -(2 ** 53)])('loses a line on a quantity of %d', async (quantity) => {
    const cartId = randomUUID()
    await set(cartId, monitorId, 2)
    expect(await set(cartId, monitorId, quantity)).toMatchObject({ status: 200, body: { items: [] } })
  })

  test('is the same whatever the case of its id', async () => {
    const cartId = randomUUID()
    await set(cartId.toUpperCase(), monitorId, 1)
    expect((await read(cartId)).body.count).toBe(1)
  })

  test('accepts a product id in any case', async () => {
    const cartId = randomUUID()
    await set(cartId, monitorId.toUpperCase(), 1)
    expect((await set(cartId, monitorId, 2)).body).toMatchObject({ count: 2, items: [{ id: monitorId }] })
  })

  test('reports a missing quantity', async () => {
    const { status, body } = await shop.call('PUT', `/api/carts/${randomUUID()}/items/${monitorId}`, { body: {} })
    expect([status, body.message]).toEqual([
      400,
      'Quantity is missing: send the number of pieces, or 0 to remove the line',
    ])
  })

  test('is emptied in one call', async () => {
    const cartId = randomUUID()
    await set(cartId, monitorId, 1)
    expect((await shop.call('DELETE', `/api/carts/${cartId}/items`)).body).toMatchObject({ items: [], total: 0 })
  })

  test('shows a withdrawn product as such and leaves it out of the total', async () => {
    const cartId = randomUUID()
    const [leaving] = await addProducts(shop, [{ title: 'Leaving', price: 100 }])
    await set(cartId, leaving?.id ?? '', 1)
    await set(cartId, syringeId, 1)
    await shop.call('DELETE', `/api/products/${leaving?.id}`, { token: shop.adminToken })
    const { body } = await read(cartId)
    expect(body).toMatchObject({ total: 38.5, count: 1, items: [{ available: false }, { available: true }] })
  })

  test('is sent whole to a client that has its revision: a changed price is no event of the cart', async () => {
    const cartId = randomUUID()
    const [gauze] = await addProducts(shop, [{ title: 'Gauze', price: 100 }])
    const known = { 'If-None-Match': (await set(cartId, gauze?.id ?? '', 1)).headers.get('ETag') ?? '' }
    const body = { ...monitor, title: 'Gauze', price: 120 }
    await shop.call('PUT', `/api/products/${gauze?.id}`, { token: shop.adminToken, body })
    const answer = await shop.call('GET', `/api/carts/${cartId}`, { headers: known })
    expect([answer.status, answer.headers.get('ETag'), answer.body?.total]).toEqual([200, known['If-None-Match'], 120])
  })

  test.each([1.5, '2', null, true, [], 1e9, 2 ** 53])('rejects a quantity of %j', async (quantity) =>
    expect((await set(randomUUID(), monitorId, quantity)).status).toBe(400),
  )

  test('rejects invalid ids', async () => {
    expect((await set('not-a-uuid', monitorId, 1)).status).toBe(400)
    expect((await set(randomUUID(), 'no-such-product', 1)).status).toBe(404)
  })
})

const claim = (cartId: string, token?: string) => shop.call('POST', `/api/carts/${cartId}/claim`, { token })

test('a cart responds with 401 to its owner’s ended session, and with 403 to a stranger', async () => {
  const cartId = randomUUID()
  const [owner, stranger] = [await shop.signUp(), await shop.signUp()]
  await set(cartId, monitorId, 1)
  await claim(cartId, owner.accessToken)
  await shop.call('POST', '/api/auth/logout', { token: owner.accessToken })
  const tokens = [owner.accessToken, stranger.accessToken, undefined]
  const calls = tokens.flatMap((token) => [read(cartId, token), setAs(token)(cartId, monitorId, 2)])
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 403, 403, 403, 403])
})

describe('claiming a cart', () => {
  test('assigns it to the account, and merges the lines of an earlier one', async () => {
    const { accessToken } = await shop.signUp()
    const [phone, laptop] = [randomUUID(), randomUUID()]
    await set(phone, monitorId, 3)
    await set(phone, syringeId, 1)
    await claim(phone, accessToken)
    await set(laptop, syringeId, 5)
    const { body, headers } = await claim(laptop, accessToken)
    const [last] = (await shop.shop.infrastructure.store.readStream(`cart-${phone}`)).slice(-1)
    expect(headers.get('X-Event-Position')).toBe(String(last?.position))
    expect(body).toMatchObject({
      count: 8,
      items: [
        { id: syringeId, quantity: 5 },
        { id: monitorId, quantity: 3 },
      ],
    })
    expect((await setAs(accessToken)(phone, monitorId, 1)).status).toBe(409)
  })

  test('locks everyone else out', async () => {
    const [asha, ravi] = [await shop.signUp('asha'), await shop.signUp('ravi')]
    const cartId = randomUUID()
    await set(cartId, monitorId, 1)
    expect((await claim(cartId)).status).toBe(401)
    expect((await claim(cartId, asha.accessToken)).status).toBe(200)
    expect((await claim(cartId, asha.accessToken)).status).toBe(200)
    for (const token of [undefined, ravi.accessToken]) {
      expect((await read(cartId, token)).status).toBe(403)
      expect((await setAs(token)(cartId, monitorId, 2)).status).toBe(403)
    }
    expect((await claim(cartId, ravi.accessToken)).status).toBe(403)
    expect((await setAs(asha.accessToken)(cartId, monitorId, 2)).body.count).toBe(2)
  })

  test('allows no further change once the cart is ordered', async () => {
    const { accessToken } = await shop.signUp()
    const cartId = randomUUID()
    await set(cartId, syringeId, 2)
    await claim(cartId, accessToken)
    const order = { token: accessToken, body: orderFor([[syringe, 2]], { cartId }) }
    expect((await shop.call('POST', '/api/orders', order)).status).toBe(201)
    await eventually(async () => expect((await setAs(accessToken)(cartId, syringeId, 3)).status).toBe(409))
    expect((await read(cartId, accessToken)).body.items).toEqual([])
  })
})

/** A cart of the account with two units of a product, which every read model has processed. */
async function claimedCart(at: TestShop, accessToken: string, productId: string) {
  const cartId = randomUUID()
  await at.call('PUT', `/api/carts/${cartId}/items/${productId}`, { body: { quantity: 2 } })
  await at.call('POST', `/api/carts/${cartId}/claim`, { token: accessToken })
  await at.settled()
  return cartId
}

describe('an ordered cart is not merged', () => {
  test('if the list of carts has not yet processed its end', async () => {
    const { accessToken, id: accountId } = await shop.signUp()
    const put = await claimedCart(shop, accessToken, syringeId)
    const commandId = newId()
    const context = { actor: systemActor, correlationId: commandId, causationId: commandId, commandId }
    await shop.shop.modules.cart.checkOut({ cartId: put, orderId: 'ORD00000001', accountId, context })
    await shop.settled()
    const { pool } = shop.shop.infrastructure.database
    await pool.query(`update read_carts.carts set status = 'open' where cart_id = $1`, [put])
    const next = randomUUID()
    const { body } = await claim(next, accessToken)
    expect(body.items).toEqual([])
    const [claimed] = await shop.shop.infrastructure.store.readStream(`cart-${next}`)
    expect(claimed?.data).toEqual({ accountId })
  })

  test('if it has not been ended yet', async () => {
    const idle = await openTestShop({}, { roles: ['api', 'projections'] })
    try {
      const [product] = await addProducts(idle, [{}])
      if (!product) throw new Error('no product')
      const { accessToken } = await idle.signUp()
      const cartId = await claimedCart(idle, accessToken, product.id)
      const order = { token: accessToken, body: orderFor([[product, 2]], { cartId: cartId.toUpperCase() }) }
      expect((await idle.call('POST', '/api/orders', order)).status).toBe(201)
      const next = await idle.call('POST', `/api/carts/${randomUUID()}/claim`, { token: accessToken })
      expect(next.body.items).toEqual([])
      const events = await idle.shop.infrastructure.store.readStream(`cart-${cartId}`)
      expect(events.map(({ type }) => type)).toEqual(['CartItemQuantitySet', 'CartClaimed'])
    } finally {
      await idle.close()
    }
  })

  test('waits for a later claim if the ordered lines are unknown', async () => {
    const other = await openTestShop()
    try {
      const [product] = await addProducts(other, [{}])
      if (!product) throw new Error('no product')
      const { accessToken: token } = await other.signUp()
      await claimedCart(other, token, product.id)
      const position = await plantFaultyEvent(other)
      const cartId = randomUUID()
      const claim = () => other.call('POST', `/api/carts/${cartId}/claim`, { token })
      const first = await claim()
      expect([first.status, first.body.items]).toEqual([200, []])
      const skip = { token: other.adminToken, body: { position, reason: 'planted by a test' } }
      await eventually(async () =>
        expect((await other.call('POST', '/api/ops/projections/orders/skip', skip)).status).toBeLessThan(300),
      )
      await eventually(
        async () => expect((await claim()).body.items).toMatchObject([{ id: product.id, quantity: 2 }]),
        30_000,
      )
    } finally {
      await other.close()
    }
  })
})
