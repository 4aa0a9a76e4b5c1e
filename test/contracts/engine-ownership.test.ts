import { Redis } from 'ioredis'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable, remedyOf } from '#core/domain/errors.ts'
import type { OwnershipRecord } from '#core/event-store/identity/events.ts'
import type { Owner } from '#core/event-store/identity/own-engine.ts'
import { newId } from '#core/domain/ids.ts'
import { openJobs } from '#core/jobs/queue.ts'
import { watchRedis } from '#core/jobs/redis.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMeiliSearchIndex } from '#modules/catalogue/search/meilisearch/search-index.ts'
import { needsMeili, needsRedisProgram } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openMeili, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { startRedis, type RedisProcess } from '#test/support/engines/redis.ts'
import { ownerWith } from '#test/support/engines/owner.ts'
import { idsFor, searchDocument } from '#test/support/projections/search-documents.ts'
import { openTcpProxy } from '#test/support/engines/tcp-proxy.ts'

const own: OwnershipRecord = { shopId: newId(), name: 'shop.example.in', database: '1/1' }
const another: OwnershipRecord = { shopId: newId(), name: 'another.example.in', database: '1/2' }
const copied: OwnershipRecord = { ...own, name: 'staging.example.in', database: '1/3' }
const restored: OwnershipRecord = { ...own, database: '1/4' }
const { name: _, ...unnamed } = { ...own, database: '1/5' }
/** As after restoring a backup from a release that had no identities. */
const withNewId: OwnershipRecord = { ...own, shopId: newId(), database: '1/6' }

const bothNames = /belongs to another shop: .*shop\.example\.in.*another\.example\.in/

describe('a search index in Meilisearch', needsMeili, () => {
  let meili: TestMeili
  beforeAll(async () => {
    meili = await openMeili()
  })
  afterAll(() => meili?.close())

  const openAs = (owner: Owner, index: string, url = meili.url) =>
    openMeiliSearchIndex({ url, key: meili.key, searchKey: undefined, index, log: silentLog, owner })
  const openOn = (url: string, index: string, ownership: OwnershipRecord) => openAs(ownerWith(ownership), index, url)
  const lookAs = (ownership: OwnershipRecord, index: string) =>
    openAs({ ...ownerWith(ownership), isRunning: false }, index)

  test('refuses another shop, naming both, and neither searches nor writes for it', async () => {
    const name = `products-${newId()}`
    const first = openOn(meili.url, name, own)
    await first.prepare()
    await first.live().put([searchDocument('a', { title: 'Otoscope' })])
    const second = openOn(meili.url, name, another)
    await expect(second.prepare()).rejects.toMatchObject({
      message: expect.stringMatching(bothNames),
      remedy: expect.stringMatching(/another MEILI_INDEX .*delete the index products-.*-shop/),
    })
    const refused: Promise<unknown>[] = [
      second.live().put([searchDocument('b', { title: 'Laryngoscope' })]),
      second.live().remove(['a']),
      second.beginBuild(),
      second.swap(),
      second.suggest({ text: 'oto', size: 5 }),
      second.ping(),
    ]
    for (const work of refused) await expect(work).rejects.toBeInstanceOf(EngineUnavailable)
    expect(await idsFor(first, 'otoscope')).toEqual(['a'])
    expect(await first.live().count()).toBe(1)
  })

  test('goes to one of two shops that start at the same moment', async () => {
    const name = `products-${newId()}`
    const outcomes = await Promise.allSettled(
      [own, another].map((ownership) => openOn(meili.url, name, ownership).prepare()),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is shared by the processes of one shop, refuses a copy under another name, and accepts a restored database', async () => {
    const name = `products-${newId()}`
    await Promise.all([own, own, own].map((ownership) => openOn(meili.url, name, ownership).prepare()))
    await expect(openOn(meili.url, name, copied).prepare()).rejects.toThrow(/copy of that one, run as staging/)
    await expect(openOn(meili.url, name, unnamed).prepare()).rejects.toThrow(/copy of that one, run as a shop without/)
    await openOn(meili.url, name, restored).prepare()
    await openOn(meili.url, name, restored).ping()
    await expect(openOn(meili.url, name, own).prepare()).rejects.toThrow(/another database, which has replaced this/)
    await openOn(meili.url, name, withNewId).prepare()
  })

  test('belongs to its shop again as soon as the shop finds it empty', async () => {
    const name = `products-${newId()}`
    const index = openOn(meili.url, name, own)
    await index.prepare()
    const admin = new Meilisearch({ host: meili.url, apiKey: meili.key ?? '' })
    const { results } = await admin.getIndexes({ limit: 1_000 })
    for (const { uid } of results) if (uid.startsWith(name)) await admin.deleteIndex(uid).waitTask()
    expect(await index.prepare()).not.toBe('kept')
    await expect(openOn(meili.url, name, another).prepare()).rejects.toThrow(bothNames)
  })

  test('keeps its owner when an operator command inspects a restored backup', async () => {
    const name = `products-${newId()}`
    await openOn(meili.url, name, own).prepare()
    await lookAs(restored, name).prepare()
    await expect(lookAs(another, name).prepare()).rejects.toThrow(/belongs to another shop/)
    await openOn(meili.url, name, own).ping()
  })

  test('has its owner checked again after another server has answered', async () => {
    const name = `products-${newId()}`
    const proxy = await openTcpProxy(meili.url)
    try {
      const index = openOn(proxy.url, name, own)
      await index.prepare()
      proxy.divert('http://127.0.0.1:1')
      await eventually(async () => expect(await index.ping().catch((error: unknown) => error)).toBeDefined())
      const admin = new Meilisearch({ host: meili.url, apiKey: meili.key ?? '' })
      await admin
        .index(`${name}-shop`)
        .addDocuments([{ key: 'seat', ...another }])
        .waitTask()
      proxy.divert(meili.url)
      await eventually(async () => {
        const error = await index.ping().catch((failure: unknown) => failure)
        expect(remedyOf(error)?.message).toContain('belongs to another shop')
      })
    } finally {
      await proxy.close()
    }
  })
})

describe('a job queue in Redis', needsRedisProgram, () => {
  let redis: RedisProcess
  let admin: Redis
  beforeAll(async () => {
    redis = await startRedis()
    admin = new Redis(redis.url)
  })
  afterAll(async () => {
    await admin.quit()
    await redis.close()
  })

  const watchAs = (ownership: OwnershipRecord, url = redis.url) => watchRedis(url, silentLog, ownerWith(ownership))

  test('refuses another shop, naming both, and gives it no job', async () => {
    await admin.flushall()
    const first = watchAs(own)
    await first.assertOwn()
    const second = watchAs(another)
    await expect(second.assertOwn()).rejects.toMatchObject({
      message: expect.stringMatching(bothNames),
      remedy: expect.stringMatching(/redis:\/\/host:6379\/1.*delete the key bull:shop-identity/),
    })
    await expect(second.ping()).rejects.toBeInstanceOf(EngineUnavailable)
    const assertUsable = () => second.assertUsable()
    const theirs = await openJobs({ databaseUrl: '', redisUrl: redis.url, log: silentLog, assertUsable })
    await expect(theirs.queue('mail').add(['a'])).rejects.toBeInstanceOf(EngineUnavailable)
    const taken: string[] = []
    const worker = theirs.work('mail', async (id) => void taken.push(id))
    const ours = await openJobs({ databaseUrl: '', redisUrl: redis.url, log: silentLog })
    const queue = ours.queue('mail')
    await queue.add(['b'])
    await eventually(async () => expect(await admin.zcard('bull:mail:delayed')).toBe(1))
    expect(taken).toEqual([])
    await worker.close()
    await queue.close()
    for (const one of [theirs, ours]) await one.close()
    for (const one of [first, second]) await one.close()
  })

  test('goes to one of two shops that start at the same moment', async () => {
    await admin.flushall()
    const watches = [own, another].map((ownership) => watchAs(ownership))
    const outcomes = await Promise.allSettled(watches.map((watch) => watch.assertOwn()))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const watch of watches) await watch.close()
  })

  test('refuses a copy under another name or none, and accepts a restored database, which replaces the previous one', async () => {
    await admin.flushall()
    const first = watchAs(own)
    await first.assertOwn()
    for (const ownership of [copied, unnamed]) {
      const copy = watchAs(ownership)
      await expect(copy.assertOwn()).rejects.toThrow(/copy of that one, run as (staging|a shop without)/)
      await copy.close()
    }
    const after = watchAs(restored)
    await after.assertOwn()
    expect(JSON.parse((await admin.get('bull:shop-identity')) ?? '')).toEqual({
      ...restored,
      earlierDatabases: ['1/1'],
    })
    const refused = await first.ping().catch((error: unknown) => error)
    expect(remedyOf(refused)?.message).toContain('which has replaced this one')
    for (const watch of [first, after]) await watch.close()
  })

  test('accepts a shop with another id and the same address, and is free once its key is deleted', async () => {
    await admin.flushall()
    const [first, earlier, next] = [watchAs(own), watchAs(withNewId), watchAs(another)]
    await first.assertOwn()
    await earlier.assertOwn()
    await expect(next.assertOwn()).rejects.toThrow(/belongs to another shop/)
    await admin.del('bull:shop-identity')
    await next.assertOwn()
    for (const watch of [first, earlier, next]) await watch.close()
  })

  test('keeps its owner when an operator command inspects a restored backup', async () => {
    await admin.flushall()
    const looking = watchRedis(redis.url, silentLog, { ...ownerWith(restored), isRunning: false })
    await looking.assertOwn()
    expect(await admin.get('bull:shop-identity')).toBeNull()
    const first = watchAs(own)
    await first.assertOwn()
    await looking.ping()
    await first.ping()
    for (const watch of [looking, first]) await watch.close()
  })

  test('has its owner checked again after a reconnection', async () => {
    await admin.flushall()
    const proxy = await openTcpProxy(redis.url)
    const watch = watchAs(own, proxy.url)
    await watch.ping()
    await admin.set('bull:shop-identity', JSON.stringify(another))
    proxy.divert(redis.url)
    await eventually(async () => {
      const error = await watch.ping().catch((failure: unknown) => failure)
      expect(remedyOf(error)?.message).toContain('belongs to another shop')
    })
    await watch.close()
    await proxy.close()
  })
})
