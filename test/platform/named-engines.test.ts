import { Redis } from 'ioredis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { claimRedisDatabase } from '#test/support/engines/claimed-redis.ts'
import { needsRedisProgram } from '#test/support/engines/engines.ts'
import { keepBusy } from '#test/support/event-store-double/others/busy-writer.ts'
import { jsonRecord } from '#test/support/event-store-double/log/record.ts'
import { openEventStoreDouble } from '#test/support/event-store-double/server.ts'
import { startRedis } from '#test/support/engines/redis.ts'
import { claimShopLog } from '#test/support/event-store/shop-log.ts'
import { testEnvironment } from '#test/support/runner/test-environment.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('engines that are configured for tests', () => {
  test('are not those that the environment of a shop names', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://a-shop-that-somebody-runs')
    vi.stubEnv('REDIS_URL', 'redis://a-shop-that-somebody-runs')
    vi.stubEnv('TEST_REDIS_URL', 'redis://for-tests')
    const names = Object.keys(testEnvironment())
    expect(names).toContain('TEST_REDIS_URL')
    expect(names).not.toContain('DATABASE_URL')
    expect(names).not.toContain('REDIS_URL')
  })

  test('give each suite its own EventStoreDB, and none that holds the log of a shop', async () => {
    const [shops, free] = [await openEventStoreDouble(), await openEventStoreDouble()]
    const stop = keepBusy(free.log)
    try {
      shops.log.write('order-ORD48210377', [jsonRecord('OrderConfirmed', {})])
      const urls = [shops.url, free.url]
      const outcomes = await Promise.allSettled([claimShopLog(urls), claimShopLog(urls)])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([
        { status: 'fulfilled', value: free.url },
      ])
      await expect(claimShopLog(urls)).rejects.toThrow(
        /number 1 holds the log of a shop \(stream order-ORD48210377\).*number 2 is used by another suite/,
      )
    } finally {
      stop()
      for (const double of [shops, free]) double.kill()
    }
  })

  test(
    'give each suite its own Redis database, and touch none with keys that tests did not write',
    needsRedisProgram,
    async () => {
      const server = await startRedis()
      const redis = new Redis(server.url)
      try {
        await redis.set('somebody', 'else')
        const [one, two] = [await claimRedisDatabase(server.url), await claimRedisDatabase(server.url)]
        expect([one, two].map(({ url }) => new URL(url).pathname)).toEqual(['/1', '/2'])
        await one.wipe()
        expect(new URL((await claimRedisDatabase(server.url)).url).pathname).toBe('/3')
        await one.release()
        expect(new URL((await claimRedisDatabase(server.url)).url).pathname).toBe('/1')
        expect(await redis.get('somebody')).toBe('else')
        await expect(claimRedisDatabase(`${server.url}/16`)).rejects.toThrow(/without a free database/)
      } finally {
        redis.disconnect()
        await server.close()
      }
    },
  )
})
