import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { openLogServer, type LogServer } from '#test/support/event-store/log-server.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

const binary = Buffer.from([0, 255, 7])

describe('the whole shop on an EventStoreDB, or its double, that others write to', () => {
  let log: LogServer
  let shop: TestShop
  let token: string
  let orderId: string

  beforeAll(async () => {
    log = await openLogServer()
    shop = await openTestShop({ EVENTSTORE_URL: log.url })
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    token = (await shop.signUp()).accessToken
    orderId = (await shop.call('POST', '/api/orders', { token, body: orderFor([[product, 2]]) })).body.orderId
  })
  afterAll(async () => {
    await shop?.close()
    await log?.close()
  })

  const asAdmin = (method: string, path: string, body?: unknown) =>
    shop.call(method, path, { token: shop.adminToken, ...(body === undefined ? {} : { body }) })
  const subscriptions = async () => {
    const { projections, reactors } = (await asAdmin('GET', '/api/ops/projections')).body
    return [...projections, ...reactors]
  }
  const orders = async () => (await subscriptions()).find(({ name }) => name === 'orders')
  const allLive = () =>
    eventually(async () => {
      for (const one of await subscriptions()) expect(one).toMatchObject({ status: 'live', lag: 0 })
    })

  test('skips and counts foreign events, and sends no mail twice', async () => {
    const [placed] = await log.stored(`order-${orderId}`)
    if (placed === undefined) throw new Error('no order')
    const foreign = { type: 'OrderPlaced', data: { foo: 1 } }
    await log.write('foreign-1', foreign, { type: 'ProductAdded', data: binary })
    await log.write('order-XYZ', foreign)
    await log.write('order-XYZ2', placed)
    await allLive()
    await eventually(async () =>
      expect((await asAdmin('GET', '/api/ops/projections')).body.foreign).toMatchObject({ events: 4 }),
    )
    await eventually(async () => expect((await asAdmin('GET', '/api/ops/jobs')).body.counts).toMatchObject({ done: 2 }))
    expect((await asAdmin('GET', '/api/ops/jobs')).body.content).toHaveLength(2)
    expect((await asAdmin('GET', '/api/orders')).body.content).toMatchObject([{ orderId }])
  })

  test('recognizes a newer release’s event type in its own stream as its own, and is not stopped by it', async () => {
    const [product] = await addProducts(shop, [{ title: 'Infusion pump' }])
    await log.write(`product-${product?.id}`, { type: 'ProductPhotographed', data: { photos: 3 } })
    await allLive()
    const { body } = await asAdmin('GET', `/api/audit/streams/product-${product?.id}`)
    expect(body.events[1]).toMatchObject({ type: 'ProductPhotographed', raw: expect.stringContaining('"photos":3') })
  })

  test('leaves out a binary event of an order everywhere, and the order can be confirmed', async () => {
    await log.write(`order-${orderId}`, { type: 'OrderConfirmed', data: binary })
    await eventually(async () => expect(await orders()).toMatchObject({ status: 'failed' }))
    expect((await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})).status).toBe(409)
    const { body } = await asAdmin('GET', `/api/audit/streams/order-${orderId}`)
    expect(body.events[1]).toMatchObject({ raw: expect.stringContaining('3 bytes, not JSON') })
    const { position } = (await orders()).error.event
    const skip = { position, reason: 'Binary, ticket 88' }
    expect((await asAdmin('POST', '/api/ops/projections/everywhere/skip', skip)).status).toBe(200)
    await allLive()
    expect((await asAdmin('POST', `/api/orders/${orderId}/confirm`, {})).status).toBe(200)
    expect((await shop.call('GET', `/api/orders/${orderId}/history`, { token })).body).toMatchObject([
      { type: 'OrderPlaced', revision: 0 },
      { type: 'OrderConfirmed', revision: 2 },
    ])
  })
})
