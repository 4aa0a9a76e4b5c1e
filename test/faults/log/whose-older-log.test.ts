import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyOfDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, monitor, type TestShop } from '#test/support/shop/shop.ts'
import { openReplaceableStage, type ReplaceableStage } from '#test/support/whose-log/replaceable-stage.ts'

const logChecks = ['event store', 'event log', 'read models', 'reactors']

const add = (shop: TestShop) => shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor })
const count = async (shop: TestShop) => (await shop.call('GET', '/api/products')).body.totalElements

describe('the ownership of a log in EventStoreDB that has no identity or is an older copy', () => {
  let stage: ReplaceableStage

  beforeEach(async () => {
    stage = await openReplaceableStage()
  })

  afterEach(() => stage.close())

  const ownerships = async () => (await stage.identities()).map(({ data }) => data)

  describe('of an earlier release, with a shop’s events and no identity', () => {
    beforeEach(async () => {
      const shop = await stage.open({ DATABASE_URL: stage.database.url, PUBLIC_URL: 'http://shop.example.in' })
      await addProducts(shop, [{}, {}])
      await stage.copyFrom(shop)
      await stage.stopWithoutIdentity(shop)
    })

    test('is recorded at the first start of the shop whose database knows its events', async () => {
      expect(await stage.identities()).toHaveLength(0)
      const shop = await stage.open(stage.onServer(stage.database.url))
      expect((await add(shop)).status).toBe(201)
      expect(await ownerships()).toMatchObject([{ name: 'shop.example.in' }])
      const audit = await shop.call('GET', '/api/audit/events?category=shop', { token: shop.adminToken })
      expect(audit.body.content).toMatchObject([
        { type: 'ShopIdentified', stream: 'shop-identity', by: { role: 'SYSTEM' } },
      ])
    }, 360_000)

    test('is refused to a shop whose database has never followed it', async () => {
      const written = await stage.server.streamsOfShops()
      await expect(stage.open(stage.onServer(stage.other.url, 'staging.example.in'))).rejects.toThrow(
        /without an identity, .*staging\.example\.in/,
      )
      expect(await stage.server.streamsOfShops()).toEqual(written)
    }, 360_000)

    test('keeps the demo catalogue out of an existing shop: the log does not count as empty', async () => {
      const upgraded = await stage.open({ ...stage.onServer(stage.database.url), SEED: 'demo' })
      expect((await add(upgraded)).status).toBe(201)
      expect(await count(upgraded)).toBe(3)
    }, 360_000)
  })

  test('is not given to a restored database while the log is older: it would grow past the point where they differ', async () => {
    const first = await stage.open(stage.onServer(stage.database.url))
    await addProducts(first, [{}])
    const older = await stage.log.backUp()
    await addProducts(first, [{}])
    await first.settled()
    await stage.stop(first)
    const restored = await copyOfDatabase(stage.database.url)
    try {
      await stage.log.restore(older)
      const before = await stage.server.streamsOfShops()
      const shop = await stage.open(stage.onServer(restored.url), logChecks)
      expect((await shop.call('GET', '/health/ready')).status).toBe(503)
      expect((await add(shop)).status).toBe(503)
      expect(await stage.server.streamsOfShops()).toEqual(before)
    } finally {
      await stage.stopAll()
      await restored.drop()
    }
  }, 360_000)
})
