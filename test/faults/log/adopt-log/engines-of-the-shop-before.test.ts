import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { needsRedisProgram } from '#test/support/engines/engines.ts'
import { openLogServer, type LogServer } from '#test/support/event-store/log-server.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { startRedis, type RedisProcess } from '#test/support/engines/redis.ts'
import { adminPassword } from '#test/support/shop/shop.ts'
import { openStoppedShop } from '#test/support/shop/stopped-shop.ts'
import { openWhoseLogStage, type WhoseLogStage } from '#test/support/whose-log/stage.ts'

vi.setConfig({ testTimeout: 540_000, hookTimeout: 180_000 })

describe('ops adopt-log of another shop’s log, for a shop with Redis', needsRedisProgram, () => {
  let stage: WhoseLogStage
  let another: LogServer
  let redis: RedisProcess

  beforeAll(async () => {
    stage = await openWhoseLogStage()
    another = await openLogServer()
    redis = await startRedis()
  })
  afterAll(async () => {
    await stage.close()
    await another.close()
    await redis.close()
  })

  test('reports that the shop has another id, and the next start takes over the job queue at the same address', async () => {
    const env = { ...stage.onServer(stage.database.url), REDIS_URL: redis.url, ADMIN_PASSWORD: adminPassword }
    await stage.stop(await stage.open(env))
    const EVENTSTORE_URL = another.url
    const other = await openStoppedShop({
      ...stage.onServer(stage.other.url, 'other.example.in'),
      DATA_DIR: stage.dataDir,
      EVENTSTORE_URL,
    })
    const { shopId } = await other.identity.claim()
    await other.close()

    const moved = { ...env, EVENTSTORE_URL }
    const plan = await runOps(moved, 'adopt-log')
    const head = /adopt-log --head (\d+)/.exec(plan.stdout)?.[1] ?? ''
    const { code, stdout } = await runOps(moved, 'adopt-log', '--head', head)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`has the id ${shopId} from now on`) })
    expect(stdout).toContain(
      'If Redis or Meilisearch belonged to the previous shop, the next start names what to delete.',
    )

    const shop = await stage.open(moved)
    const admin = new Redis(redis.url)
    expect(JSON.parse((await admin.get('bull:shop-identity')) ?? '')).toMatchObject({ shopId })
    await admin.quit()
    expect((await shop.call('GET', '/health/ready')).status).toBe(200)
  })
})
