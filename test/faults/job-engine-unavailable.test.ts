import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsRedisProgram } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openNamedLog, type NamedEngines } from '#test/support/engines/named-engines.ts'
import { startRedis, type RedisProcess } from '#test/support/engines/redis.ts'
import { businessMailsOf } from '../support/shop/outbox.ts'
import { addProducts, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'

describe('a shop whose Redis becomes unavailable', needsRedisProgram, () => {
  let log: NamedEngines
  let redis: RedisProcess
  let shop: TestShop
  let product: Awaited<ReturnType<typeof addProducts>>[number]
  let buyer: Awaited<ReturnType<TestShop['signUp']>>

  beforeAll(async () => {
    log = await openNamedLog()
    redis = await startRedis()
    await redis.kill()
    shop = await openTestShop({ ...log.env, REDIS_URL: redis.url }, { isReadyWithout: 'jobs' })
    const [added] = await addProducts(shop, [{}])
    if (added === undefined) throw new Error('no product was added')
    product = added
    buyer = await shop.signUp()
  })
  afterAll(async () => {
    await shop?.close()
    await redis?.close()
    await log?.close()
  })

  const placed: string[] = []
  async function order(): Promise<void> {
    const body = orderFor([[product, 1]])
    const { status, body: answer } = await shop.call('POST', '/api/orders', { token: buyer.accessToken, body })
    expect(status).toBe(201)
    placed.push(answer.orderId)
  }
  const missing = async () => {
    const { body } = await shop.call('GET', '/health/ready')
    return (body.missing ?? []).map(({ name }: { name: string }) => name)
  }
  const mails = () => businessMailsOf(shop, buyer.id)
  const eachHasItsMail = () => eventually(async () => expect(await mails()).toHaveLength(placed.length), 60_000)

  test('starts and takes orders without it, reports it as missing, and sends the mails once it is up', async () => {
    await order()
    expect(await missing()).toEqual(['jobs'])
    await redis.restart()
    await eachHasItsMail()
    await eventually(async () => expect(await missing()).toEqual([]))
  })

  test('keeps taking orders when it is killed, and sends each mail once when it is back, empty', async () => {
    await redis.kill()
    await order()
    await order()
    expect(await missing()).toEqual(['jobs'])
    await redis.restart()
    await eachHasItsMail()
    await eventually(async () => expect(await missing()).toEqual([]))
  })

  test('sends no mail twice after it was wiped', async () => {
    await redis.wipe()
    await order()
    await eachHasItsMail()
    await eventually(async () => {
      const { body } = await shop.call('GET', '/api/ops/jobs', { token: shop.adminToken })
      expect(body.counts).toEqual({ waiting: 0, held: 0, failed: 0, done: placed.length + 1 })
    })
    expect(await mails()).toHaveLength(placed.length)
  })
})
