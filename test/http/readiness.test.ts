import { afterEach, describe, expect, test } from 'vitest'
import type { ShopRole } from '../../main.ts'
import { freePort } from '#test/support/programs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop

afterEach(() => shop.close())

describe('readiness without an engine that the role of the process does not need', () => {
  test('stays, and names the engine as degraded', async () => {
    const url = `127.0.0.1:${await freePort()}`
    const roles: readonly ShopRole[] = ['api']
    shop = await openTestShop(
      { MEILI_URL: `http://${url}`, MEILI_KEY: 'a key of nothing', REDIS_URL: `redis://${url}` },
      { roles },
    )
    const { status, body, text } = await shop.call('GET', '/health/ready')
    const names = body.degraded.map(({ name }: { name: string }) => name)
    expect([status, body.status, names]).toEqual([200, 'ready', ['search index', 'jobs']])
    expect(text).not.toContain(url)
    const metrics = (await shop.call('GET', '/metrics')).text
    expect(metrics).toContain('shop_degraded{name="search index"} 1')
    expect(metrics).toContain('shop_ready{check="database"} 1')
  })
})
