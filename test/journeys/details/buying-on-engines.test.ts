import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../../support/browser/browser.ts'
import { needsBrowser, needsMeili, needsRedis } from '../../support/engines/engines.ts'
import type { EventStoreServer } from '../../support/event-store/event-store-server.ts'
import { openMeili, type TestMeili } from '../../support/engines/meilisearch.ts'
import { openRedis, type TestRedis } from '../../support/engines/redis.ts'
import { openShopLog } from '../../support/event-store/shop-log.ts'
import { openShopForBrowser, type TestShop } from '../../support/shop/shop.ts'
import { buyAndFollow } from '../buying-journey.ts'

const missing = [needsBrowser, needsMeili, needsRedis].find(({ skip }) => skip === true)

describe(
  'on Postgres, Redis, Meilisearch and EventStoreDB, or its double on the wire if there is none',
  { ...missing, timeout: 90_000 },
  () => {
    let events: EventStoreServer
    let redis: TestRedis
    let meili: TestMeili
    let shop: TestShop
    let browser: TestBrowser

    beforeAll(async () => {
      ;[events, redis, meili, browser] = await Promise.all([openShopLog(), openRedis(), openMeili(), openBrowser()])
      shop = await openShopForBrowser({
        EVENTSTORE_URL: events.url,
        REDIS_URL: redis.url,
        MEILI_URL: meili.url,
        MEILI_KEY: meili.key ?? '',
        MEILI_INDEX: `shop-${Date.now()}`,
        SEED: 'demo',
      })
    }, 360_000)
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
      await meili?.close()
      await redis?.close()
      await events?.close()
    })

    test('a buyer finds a device despite a typing mistake, orders it and follows the order', async () => {
      expect(await buyAndFollow({ browser, shop, width: 390 })).toEqual([])
    })
  },
)
