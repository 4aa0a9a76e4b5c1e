import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OwnershipRecordSchema } from '#core/event-store/identity/events.ts'
import { eventually } from '#test/support/eventually.ts'
import { copyOfDatabase } from '#test/support/postgres/postgres.ts'
import { openLogServer } from '#test/support/event-store/log-server.ts'
import { openTcpProxy } from '#test/support/engines/tcp-proxy.ts'
import { addProducts, monitor, openTestShop, orderFor, type TestShop } from '#test/support/shop/shop.ts'
import { openWhoseLogStage, type WhoseLogStage } from '#test/support/whose-log/stage.ts'

const addProduct = (shop: TestShop) => shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor })

async function order(shop: TestShop): Promise<string> {
  const { accessToken: token, loginUserName } = await shop.signUp()
  const [product] = await addProducts(shop, [{}])
  if (product === undefined) throw new Error('no product')
  const body = orderFor([[product, 1]])
  expect((await shop.call('POST', '/api/orders', { token, body })).status).toBe(201)
  const mine = await shop.call('GET', `/api/orders/myorder/${loginUserName}`, { token })
  expect(mine.body.content).toMatchObject([{ orderId: body.orderId }])
  return body.orderId
}

describe('a log in EventStoreDB', () => {
  let stage: WhoseLogStage

  beforeEach(async () => {
    stage = await openWhoseLogStage()
  })

  afterEach(() => stage.close())

  const open = (name: string, url: string, env: Record<string, string> = { EVENTSTORE_URL: stage.server.url }) =>
    stage.open({ PUBLIC_URL: `http://${name}`, DATABASE_URL: url, ...env })

  const openFirst = (env?: Record<string, string>) => open('shop.example.in', stage.database.url, env)

  const ownerships = async () => (await stage.identities()).map(({ data }) => Value.Parse(OwnershipRecordSchema, data))

  test('refuses a second shop by both names before it writes anything, and the first one is undisturbed', async () => {
    const first = await openFirst()
    await order(first)
    const [ownership] = await ownerships()
    const written = await stage.server.streamsOfShops()
    await expect(open('staging.example.in', stage.other.url)).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        new RegExp(`another shop: .*shop\\.example\\.in .*${ownership?.shopId}.*staging\\.example\\.in`),
      ),
      remedy: expect.stringMatching(/EVENTSTORE_URL.*DATABASE_URL.*adopt-log/),
    })
    expect(await stage.server.streamsOfShops()).toEqual(written)
    await order(first)
    const ready = await first.call('GET', '/health/ready')
    expect(ready.status).toBe(200)
  })

  test('lets a refused shop start on a log of its own, or in its database', async () => {
    await openFirst()
    await expect(open('staging.example.in', stage.other.url)).rejects.toThrow(/another shop/)
    const second = await open('staging.example.in', stage.other.url, {})
    await order(second)
    expect(await stage.identities()).toHaveLength(1)
  })

  test('refuses a copy of the shop’s database under another name, and accepts a restored one under the same', async () => {
    const first = await openFirst()
    await order(first)
    await stage.stop(first)
    const copy = await copyOfDatabase(stage.database.url)
    try {
      const written = await stage.server.streamsOfShops()
      await expect(open('staging.example.in', copy.url)).rejects.toThrow(
        /shop\.example\.in .*with another database; this database is a copy .*staging\.example\.in/,
      )
      expect(await stage.server.streamsOfShops()).toEqual(written)
      const restored = await open('shop.example.in', copy.url)
      await order(restored)
      const [before, after] = await ownerships()
      expect(after).toEqual({ ...before, database: expect.not.stringMatching(`^${before?.database}$`) })
      await stage.stop(restored)
    } finally {
      await copy.drop()
    }
  })

  test('accepts a new name for its shop, and keeps the old one for a process without a name', async () => {
    await stage.stop(await openFirst())
    await stage.stop(await open('shop.example.com', stage.database.url))
    await stage.stop(
      await openTestShop({
        DATABASE_URL: stage.database.url,
        DATA_DIR: stage.dataDir,
        EVENTSTORE_URL: stage.server.url,
      }),
    )
    expect((await ownerships()).map(({ name }) => name)).toEqual(['shop.example.in', 'shop.example.com'])
    expect(new Set((await ownerships()).map(({ shopId }) => shopId)).size).toBe(1)
  })

  test('gets a single identity if processes of a new shop start at the same moment', async () => {
    const processes = await Promise.all([openFirst(), openFirst(), openFirst()])
    expect(await stage.identities()).toHaveLength(1)
    for (const shop of processes) expect((await shop.call('GET', '/health/ready')).status).toBe(200)
  })

  test('belongs to one of two new shops that start at the same moment, and refuses the other', async () => {
    const outcomes = await Promise.allSettled([openFirst(), open('staging.example.in', stage.other.url)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/belongs to another shop: .*example\.in .*example\.in/) },
    })
    expect(await stage.identities()).toHaveLength(1)
  })

  test('is checked after a reconnection: if it is another shop’s, nothing is read from it and nothing written', async () => {
    const proxy = await openTcpProxy(stage.server.url)
    const theirs = await openLogServer()
    try {
      const shop = await openFirst({ EVENTSTORE_URL: proxy.url })
      await order(shop)
      const stranger = await open('staging.example.in', stage.other.url, { EVENTSTORE_URL: theirs.url })
      for (let orders = 0; orders < 3; orders++) await order(stranger)
      const theirProduct = (await stranger.call('GET', '/api/products')).body.content[0].id
      const written = await theirs.streamsOfShops()

      proxy.divert(theirs.url)
      await eventually(async () => {
        const { status, text } = await shop.call('GET', '/health/ready')
        expect(text).toContain('belongs to another shop')
        expect(status).toBe(503)
      })
      // A check that takes too long under load says only that the engine does not answer.
      await eventually(async () => {
        expect((await shop.call('GET', '/api/ops/engines', { token: shop.adminToken })).text).toContain('adopt-log')
      })
      const audited = `/api/audit/streams/product-${theirProduct}`
      expect((await stranger.call('GET', audited, { token: stranger.adminToken })).status).toBe(200)
      expect((await shop.call('GET', audited, { token: shop.adminToken })).status).toBe(503)
      const refused = await addProduct(shop)
      expect(refused.status).toBe(503)
      expect(await theirs.streamsOfShops()).toEqual(written)
      expect(shop.logLines.filter((line) => line.includes('commands are refused: '))).toHaveLength(1)

      proxy.divert(stage.server.url)
      await eventually(async () => expect((await shop.call('GET', '/health/ready')).status).toBe(200), 60_000)
      await order(shop)
      const { body } = await shop.call('GET', '/api/orders?size=100', { token: shop.adminToken })
      expect(body.totalElements).toBe(2)
      await eventually(async () => {
        const { body: ops } = await shop.call('GET', '/api/ops/projections', { token: shop.adminToken })
        for (const { status } of [...ops.projections, ...ops.reactors]) expect(status).toBe('live')
      })
    } finally {
      await stage.stopAll()
      await proxy.close()
      await theirs.close()
    }
  }, 360_000)

  test('does not count the event of its identity as history: an empty shop gets the demo catalogue', async () => {
    const shop = await openFirst({ EVENTSTORE_URL: stage.server.url, SEED: 'demo' })
    expect(await stage.identities()).toHaveLength(1)
    expect((await shop.call('GET', '/api/products')).body.totalElements).toBeGreaterThan(300)
  })
})
