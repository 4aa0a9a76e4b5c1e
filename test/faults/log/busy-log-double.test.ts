import { afterEach, describe, expect, test } from 'vitest'
import { keepBusy } from '#test/support/event-store-double/busy-writer.ts'
import { generateEvents } from '#test/support/event-store-double/generated-events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop.ts'

describe('a shop on a log to which others write hundreds of events a second', () => {
  let double: EventStoreDouble
  let shop: TestShop | undefined
  const endings: (() => void)[] = []

  afterEach(async () => {
    await shop?.close()
    for (const end of endings.splice(0)) end()
  })

  test('becomes ready, and shows orders, behind 10,000 events of others and among new ones', async () => {
    double = await openEventStoreDouble()
    endings.push(() => double.kill())
    generateEvents(double.log, { count: 10_000, bytes: 200 })
    endings.push(keepBusy(double.log))
    const atStart = double.log.events.length
    shop = await openTestShop({ EVENTSTORE_URL: double.url })
    const [product] = await addProducts(shop, [{}])
    if (product === undefined) throw new Error('no product')
    const { accessToken: token, loginUserName } = await shop.signUp()
    const body = orderFor([[product, 2]])
    expect(await shop.call('POST', '/api/orders', { token, body })).toMatchObject({ status: 201 })
    const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
    expect(mine.body.content).toMatchObject([{ orderId: body.orderId }])
    expect(await shop.call('GET', '/health/ready')).toMatchObject({ status: 200, body: { degraded: [] } })
    expect(double.log.events.length - atStart).toBeGreaterThan(500)
  }, 90_000)
})
