import { Redis } from 'ioredis'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { claimRedisDatabase } from '#test/support/claimed-redis.ts'
import { needsRedisProgram } from '#test/support/engines.ts'
import { keepBusy } from '#test/support/event-store-double/busy-writer.ts'
import { jsonRecord } from '#test/support/event-store-double/record.ts'
import { openEventStoreDouble } from '#test/support/event-store-double/server.ts'
import { startRedis } from '#test/support/redis.ts'
import { assertNoShopIn } from '#test/support/shop-log.ts'
import { testEnvironment } from '#test/support/test-environment.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('engines that are named for tests', () => {
  test('are not those of a shop that the shell names', () => {
    vi.stubEnv('DATABASE_URL', 'postgres://a-shop-that-somebody-runs')
    vi.stubEnv('REDIS_URL', 'redis://a-shop-that-somebody-runs')
    vi.stubEnv('TEST_REDIS_URL', 'redis://for-tests')
    const names = Object.keys(testEnvironment())
    expect(names).toContain('TEST_REDIS_URL')
    expect(names).not.toContain('DATABASE_URL')
    expect(names).not.toContain('REDIS_URL')
  })

  test('are refused where an EventStoreDB holds the log of a shop, and used where others alone have written', async () => {
    const double = await openEventStoreDouble()
    const stop = keepBusy(double.log)
    try {
      await assertNoShopIn(double.url)
      double.log.write('order-ORD48210377', [jsonRecord('OrderConfirmed', {})])
      await expect(assertNoShopIn(double.url)).rejects.toThrow(/holds the log of a shop \(stream order-ORD48210377\)/)
    } finally {
      stop()
      double.kill()
    }
  })

  test(
    'give each suite a Redis database of its own, and touch none that holds what tests did not write',
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
