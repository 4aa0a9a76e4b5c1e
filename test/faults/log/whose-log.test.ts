import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLogServer } from '#test/support/event-store/log-server.ts'
import { eventually } from '#test/support/eventually.ts'
import { remedyOf } from '#core/domain/errors.ts'
import { eventOf } from '#test/support/event-store/event-stores.ts'
import { runOps } from '#test/support/shop/ops-process.ts'
import { copyOfDatabase, freshDatabase } from '#test/support/postgres/postgres.ts'
import { addProducts, adminPassword, monitor, openTestShop, type TestShop } from '#test/support/shop/shop.ts'
import { openWhoseLogStage, type WhoseLogStage } from '#test/support/whose-log/stage.ts'

const logChecks = ['event store', 'event log', 'read models', 'reactors']

const add = (shop: TestShop) => shop.call('POST', '/api/products', { token: shop.adminToken, body: monitor })
const count = async (shop: TestShop) => (await shop.call('GET', '/api/products')).body.totalElements

describe('the ownership of a log in EventStoreDB', () => {
  let stage: WhoseLogStage

  beforeEach(async () => {
    stage = await openWhoseLogStage()
  })

  afterEach(() => stage.close())

  const written = () => stage.server.streamsOfShops()

  test('is given to another database by adopt-log, and the previous database is refused', async () => {
    const first = await stage.open(stage.onServer(stage.database.url))
    await addProducts(first, [{}, {}])
    await stage.stop(first)
    const env = { ...stage.onServer(stage.other.url), ADMIN_PASSWORD: adminPassword, SEED: 'none' }
    await expect(stage.open(env)).rejects.toThrow(/belongs to another shop/)

    expect(await runOps(env, 'engines')).toMatchObject({ code: 1, stdout: expect.stringContaining('another shop') })
    const plan = await runOps(env, 'adopt-log')
    expect(plan).toMatchObject({ code: 1, stdout: expect.stringContaining('adopt-log gives the log to this database') })
    const head = /adopt-log --head (\d+)/.exec(plan.stdout)?.[1] ?? ''
    expect(await runOps(env, 'adopt-log', '--head', head)).toMatchObject({ code: 0, stderr: '' })

    const second = await stage.open(env)
    expect(await runOps(env, 'accept-lost-key', '--all', '--yes-all', '1', '--reason', 'lost')).toMatchObject({
      code: 0,
    })
    await eventually(async () => expect(await count(second)).toBe(2), 60_000)
    expect((await add(second)).status).toBe(201)
    await stage.stop(second)
    await expect(stage.open(stage.onServer(stage.database.url))).rejects.toThrow(
      /with another database, which has replaced this one/,
    )
  }, 360_000)

  test('goes to the database started last under the same name: the previous one is refused, and writes nothing', async () => {
    await stage.stop(await stage.open(stage.onServer(stage.database.url)))
    const copy = await copyOfDatabase(stage.database.url)
    try {
      const first = await stage.open(stage.onServer(stage.database.url))
      const second = await stage.open(stage.onServer(copy.url))
      await eventually(async () => {
        const ready = await first.call('GET', '/health/ready')
        expect(ready.status).toBe(503)
        expect(ready.text).toContain('which has replaced this one')
      })
      const before = await written()
      expect((await add(first)).status).toBe(503)
      expect(await written()).toEqual(before)
      expect((await add(second)).status).toBe(201)
      expect(await stage.identities()).toHaveLength(2)
      await stage.stop(second)
    } finally {
      await copy.drop()
    }
  })

  test('stays with its database if an operator inspects a copy of it, or a copy runs without a name', async () => {
    await stage.stop(await stage.open(stage.onServer(stage.database.url)))
    const copy = await copyOfDatabase(stage.database.url)
    try {
      const shop = await stage.open(stage.onServer(stage.database.url))
      const { PUBLIC_URL: _, ...unnamed } = stage.onServer(copy.url)
      expect(await runOps(stage.onServer(copy.url), 'verify', '--all')).toMatchObject({ code: 0 })
      const looking = { code: 1, stdout: expect.stringContaining('this database is a copy') }
      expect(await runOps(stage.onServer(copy.url, 'staging.example.in'), 'engines')).toMatchObject(looking)
      expect(await runOps(unnamed, 'engines')).toMatchObject(looking)
      await expect(stage.open(unnamed)).rejects.toThrow(/this database is a copy of that one, run as a shop without/)
      expect(await stage.identities()).toHaveLength(1)
      expect((await shop.call('GET', '/health/ready')).status).toBe(200)
      expect((await add(shop)).status).toBe(201)
    } finally {
      await stage.stopAll()
      await copy.drop()
    }
  }, 360_000)

  test('is read past an unreadable event in the stream of its identity', async () => {
    await stage.stop(await stage.open(stage.onServer(stage.database.url)))
    await stage.server.write('shop-identity', { type: 'Foo', data: {} })
    const renamed = await stage.open(stage.onServer(stage.database.url, 'shop.example.com'))
    expect((await add(renamed)).status).toBe(201)
    expect((await stage.identities()).map(({ type }) => type)).toEqual(['ShopIdentified', 'Foo', 'ShopMoved'])
  })

  test('is not claimed by an earlier database that has followed another log', async () => {
    const first = await stage.open(stage.onServer(stage.database.url))
    await addProducts(first, [{}])
    await first.settled()
    await first.shop.infrastructure.database.pool.query('delete from shop_identity')
    await stage.stop(first)
    const another = await openLogServer()
    try {
      const env = { ...stage.onServer(stage.database.url), EVENTSTORE_URL: another.url }
      const shop = await stage.open(env, logChecks)
      expect((await shop.call('GET', '/health/ready')).status).toBe(503)
      expect((await add(shop)).status).toBe(503)
      expect(await another.streamsOfShops()).toEqual([])
    } finally {
      await stage.stopAll()
      await another.close()
    }
  })

  test('is checked before a copy writes an event, and a copy into another shop’s log is refused', async () => {
    const tables = await stage.open({ DATABASE_URL: stage.database.url, PUBLIC_URL: 'http://shop.example.in' })
    await addProducts(tables, [{}])
    const stranger = await stage.open({ DATABASE_URL: stage.other.url, PUBLIC_URL: 'http://a.example.in' })
    await addProducts(stranger, [{}])
    expect(await stage.copyFrom(tables)).toBe(true)
    expect((await written())[0]).toBe('shop-identity')
    const before = await written()
    await expect(stage.copyFrom(stranger)).rejects.toThrow(
      /--to belongs to another shop: .*shop\.example\.in.*a\.example\.in/,
    )
    expect(await written()).toEqual(before)
  })

  test('moves with the events: a process that still appends to the event tables is refused', async () => {
    const env = { DATABASE_URL: stage.database.url, PUBLIC_URL: 'http://shop.example.in' }
    const left = await stage.open(env)
    await addProducts(left, [{}])
    expect(await stage.copyFrom(left)).toBe(true)
    const moved = await stage.open(stage.onServer(stage.database.url))
    const { eventTables } = moved.shop.infrastructure
    const before = await eventTables.head()
    const late = await eventTables.append('cart-1', 'any', [eventOf('Late')]).catch((thrown: unknown) => thrown)
    expect(remedyOf(late)?.message).toContain('the events of this shop are in EventStoreDB')
    const refused = await add(left)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBeTruthy()
    expect(await eventTables.head()).toBe(before)
    await eventually(async () => {
      const ready = await left.call('GET', '/health/ready')
      expect(ready.status).toBe(503)
      expect(ready.text).toContain('the events of this shop are in EventStoreDB')
    })
    expect((await add(moved)).status).toBe(201)
  })
})

describe('two shops on one database', () => {
  test('are refused while the first one runs, and a new address is accepted once it has stopped', async () => {
    const database = await freshDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'two-shops-'))
    const env = (name: string) => ({ DATABASE_URL: database.url, DATA_DIR: dataDir, PUBLIC_URL: `http://${name}` })
    const first = await openTestShop(env('shop.example.in'))
    try {
      await expect(openTestShop(env('staging.example.in')).then(() => 'started')).rejects.toThrow(
        /used by the shop shop\.example\.in, which is running .*PUBLIC_URL of staging\.example\.in/,
      )
      expect((await first.call('GET', '/health/ready')).status).toBe(200)
      const sameAddress = await openTestShop(env('shop.example.in'))
      await sameAddress.close()
    } finally {
      await first.close()
    }
    const renamed = await openTestShop(env('staging.example.in'))
    await renamed.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
})
