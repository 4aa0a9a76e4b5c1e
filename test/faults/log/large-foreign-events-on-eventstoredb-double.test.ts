import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateEvents } from '#test/support/event-store-double/others/generated-events.ts'
import { openEventStoreDouble, type EventStoreDouble } from '#test/support/event-store-double/server.ts'
import { eventually } from '#test/support/eventually.ts'
import { addProducts, openTestShop, type TestShop } from '#test/support/shop/shop.ts'

const foreign = { count: 100, bytes: 1_000_000 }

// On the double alone: a server does not report how many events it has sent.

describe('a shop on a double of EventStoreDB to which another application has written 100 events of 1 MB', () => {
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

  test('shares what it fetches among the read models and reactors that skip them', async () => {
    const served = generateEvents(double.log, foreign)
    let subscriptions = 0
    await addProducts(shop, [{ title: 'Infusion pump' }])
    await eventually(async () => {
      const { projections, reactors } = (await shop.call('GET', '/api/ops/projections', { token: shop.adminToken }))
        .body
      for (const one of [...projections, ...reactors]) expect(one).toMatchObject({ status: 'live', lag: 0 })
      subscriptions = projections.length + reactors.length
    })
    expect(served.events).toBeGreaterThanOrEqual(foreign.count)
    // A slow page is cancelled and continued by the next one; the double has then sent more than was read.
    expect(served.events).toBeLessThan((subscriptions / 2) * foreign.count)
  })
})
