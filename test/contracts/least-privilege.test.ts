import { readFile } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { Meilisearch } from 'meilisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EngineUnavailable, remedyOf } from '#core/domain/errors.ts'
import { newId } from '#core/domain/ids.ts'
import { openJobs } from '#core/jobs/queue.ts'
import { watchRedis } from '#core/jobs/redis.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { openMeiliSearchIndex } from '#modules/catalogue/search/meilisearch/search-index.ts'
import { needsMeili, needsRedisProgram } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openMeili, type TestMeili } from '#test/support/engines/meilisearch.ts'
import { startRedis, type RedisProcess } from '#test/support/engines/redis.ts'
import { idsFor, searchDocument } from '#test/support/projections/search-documents.ts'
import { ownerOfTests } from '#test/support/engines/owner.ts'

const manual = await readFile(new URL('../../docs/production.md', import.meta.url), 'utf8')

async function refusal(pending: Promise<unknown>): Promise<unknown> {
  return pending.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('Meilisearch with a key that has the documented permissions', needsMeili, () => {
  let meili: TestMeili
  beforeAll(async () => {
    meili = await openMeili()
  })
  afterAll(() => meili?.close())

  const listed =
    /The key for `MEILI_KEY` needs these actions on the indexes `products\*`:([^]*?)\. /.exec(manual)?.[1] ?? ''
  const actions = Array.from(listed.matchAll(/`([a-z*.]+)`/g), ([, action = '']) => action)

  async function openWith(allowed: readonly string[]) {
    const name = `products-${newId()}`
    const server = new Meilisearch({ host: meili.url, apiKey: meili.key ?? '' })
    const { key } = await server.createKey({ actions: [...allowed], indexes: [`${name}*`], expiresAt: null })
    return openMeiliSearchIndex({ url: meili.url, key, searchKey: undefined, index: name, log: silentLog })
  }

  test('creates, fills, replaces and searches the index', async () => {
    const index = await openWith(actions)
    expect(await index.prepare()).toBe('made')
    await index.live().put([searchDocument('a', { title: 'Otoscope' })])
    expect(await idsFor(index, 'otoscope')).toEqual(['a'])
    for (const title of ['Laryngoscope', 'Stethoscope']) {
      await (await index.beginBuild()).put([searchDocument('b', { title })])
      await index.swap()
      expect(await idsFor(index, title)).toEqual(['b'])
    }
    await index.swapBack()
    expect(await idsFor(index, 'laryngoscope')).toEqual(['b'])
    await index.ping()
  })

  test.each(['prepare', 'ping'] as const)(
    'reports from %s that a key with fewer permissions is refused',
    async (verb) => {
      const error = await refusal((await openWith(['tasks.get']))[verb]())
      expect(error).toBeInstanceOf(EngineUnavailable)
      expect(remedyOf(error)?.message).toBe('Meilisearch refuses the shop’s key')
    },
  )
})

describe('Redis with a user that has the documented permissions', needsRedisProgram, () => {
  let redis: RedisProcess
  beforeAll(async () => {
    redis = await startRedis()
    const admin = new Redis(redis.url)
    const rules = /ACL SETUSER shop on >password (.*)/.exec(manual)?.[1]?.split(' ') ?? []
    await admin.call('ACL', 'SETUSER', 'shop', 'on', '>password', ...rules)
    await admin.quit()
  })
  afterAll(() => redis?.close())

  const as = (password: string) => redis.url.replace('//', `//shop:${password}@`)

  test('adds, runs, retries and removes jobs', async () => {
    const jobs = await openJobs({ databaseUrl: '', redisUrl: as('password'), log: silentLog })
    const queue = jobs.queue('mail')
    await queue.add(['gone', 'done'])
    expect(await queue.remove('gone')).toBe(true)
    const done: string[] = []
    const worker = jobs.work('mail', (id) => {
      done.push(id)
      return done.length === 1 ? Promise.reject(new Error('once')) : Promise.resolve()
    })
    await eventually(() => expect(done).toEqual(['done', 'done']), 60_000)
    await worker.close()
    await queue.close()
    await jobs.close()
  })

  test('answers the first ping', async () => {
    const watch = watchRedis(as('password'), silentLog, ownerOfTests)
    await expect(watch.ping()).resolves.toBeUndefined()
    await watch.close()
  })

  test('reports that the user is refused if the password is wrong', async () => {
    const watch = watchRedis(as('wrong'), silentLog, ownerOfTests)
    const error = await refusal(watch.ping())
    expect(error).toBeInstanceOf(EngineUnavailable)
    expect(remedyOf(error)?.message).toBe('Redis refuses the user of REDIS_URL')
    await watch.close()
  })
})
