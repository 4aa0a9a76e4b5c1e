import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('the whole shop with its events in a double of EventStoreDB on the wire', () => {
  let double: EventStoreDouble
  let shop: TestShop

  beforeAll(async () => {
    double = await openEventStoreDouble()
    shop = await openTestShop({ EVENTSTORE_URL: double.url })
  })

  afterAll(async () => {
    await shop.close()
    double.kill()
  })

  async function orderAs(token: string) {
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    return { body: orderFor([[product, 2]]), token }
  }

  test('accepts an order, shows it with its history, and reports that all has caught up', async () => {
    const { accessToken, loginUserName } = await shop.signUp()
    const { body, token } = await orderAs(accessToken)
    const placed = await shop.call('POST', '/api/orders', { token, body })
    expect(placed).toMatchObject({ status: 201, body: { orderId: body.orderId, status: 'received' } })
    const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
    expect(mine.body.content).toMatchObject([{ orderId: body.orderId }])
    const history = await shop.call('GET', `/api/orders/${body.orderId}/history`, { token })
    expect(history.body).toMatchObject([{ type: 'OrderPlaced', revision: 0 }])
    expect(JSON.stringify(double.log.events.map(({ data }) => Buffer.from(data).toString()))).not.toContain(
      '12 MG Road',
    )
    const audit = await shop.call('GET', '/api/audit/events?size=1', { token: shop.adminToken })
    expect(audit.body.content).toHaveLength(1)
    await eventually(async () => {
      const { body: ops } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
      for (const projection of ops.projections) expect(projection).toMatchObject({ status: 'live', lag: 0 })
    })
  })

  test('keeps reading while its events are unreachable, refuses commands with 503, and recovers on its own', async () => {
    const { accessToken, loginUserName } = await shop.signUp()
    const { body, token } = await orderAs(accessToken)
    expect((await shop.call('POST', '/api/orders', { token, body })).status).toBe(201)
    await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
    await shop.call('GET', '/api/products')
    double.kill()
    const again = orderFor([], { ...body, orderId: 'ORD11112222' })
    const refused = await shop.call('POST', '/api/orders', { token, body: again })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await shop.call('GET', '/api/products')).status).toBe(200)
    expect((await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })).body.content).toHaveLength(1)
    const ready = await shop.call('GET', '/health/ready')
    expect(ready.status).toBe(503)
    expect(ready.body.missing).toMatchObject([{ name: 'event store' }])
    await double.restart()
    const taken = await shop.call('POST', '/api/orders', { token, body: again })
    expect(taken).toMatchObject({ status: 201, body: { orderId: 'ORD11112222' } })
    expect((await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })).body.content).toHaveLength(2)
    await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200))
  })
})
