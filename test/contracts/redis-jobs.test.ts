import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EngineUnavailable } from '#core/domain/errors.ts'
import { openJobs, type Jobs, type JobTiming } from '#core/jobs/queue.ts'
import { watchRedis } from '#core/jobs/redis.ts'
import { openLog, silentLog } from '#core/telemetry/log.ts'
import { needsRedis, needsRedisProgram } from '#test/support/engines/engines.ts'
import { eventually } from '#test/support/eventually.ts'
import { openRedis, startRedis, type RedisProcess, type TestRedis } from '#test/support/engines/redis.ts'
import { openTcpProxy, type TcpProxy } from '#test/support/engines/tcp-proxy.ts'
import { ownerOfTests } from '#test/support/engines/owner.ts'
import { jobsContract, quickTiming } from './jobs.ts'
import { mailListsContract } from './mail-lists.ts'

const open = (redisUrl: string, timing: Partial<JobTiming> = {}) =>
  openJobs({ databaseUrl: '', redisUrl, log: silentLog, timing: { ...quickTiming, ...timing } })

jobsContract(
  'Redis',
  async (timing) => {
    const redis = await openRedis()
    const [jobs, other] = await Promise.all([open(redis.url, timing), open(redis.url, timing)])
    return {
      jobs,
      other,
      forget: () => redis.wipe(),
      async dispose() {
        await Promise.all([jobs.close(), other.close()])
        await redis.close()
      },
    }
  },
  needsRedis,
)

mailListsContract(
  'Redis',
  async () => {
    const redis = await openRedis()
    return { redisUrl: redis.url, dispose: () => redis.close() }
  },
  needsRedis,
)

function recordedJobs(jobs: Jobs) {
  const done: string[] = []
  const worker = jobs.work('letters', (id) => {
    done.push(id)
    return Promise.resolve()
  })
  return { done, worker }
}

describe('the job queue on a Redis that is temporarily unavailable', needsRedisProgram, () => {
  let redis: RedisProcess

  beforeEach(async () => {
    redis = await startRedis()
  })
  afterEach(() => redis.close())

  test('starts when Redis becomes available, however late', async () => {
    await redis.kill()
    const jobs = await open(redis.url, { callTimeout: 300 })
    const queue = jobs.queue('letters')
    const { done, worker } = recordedJobs(jobs)
    await expect(queue.add(['a'])).rejects.toThrow(EngineUnavailable)
    await redis.restart()
    await eventually(() => queue.add(['a']))
    await eventually(() => expect(done).toContain('a'))
    await worker.close()
    await queue.close()
  })

  test('resumes after Redis is killed and comes back empty', async () => {
    const jobs = await open(redis.url, { callTimeout: 300 })
    const queue = jobs.queue('letters')
    const { done, worker } = recordedJobs(jobs)
    await eventually(() => queue.add(['before']))
    await eventually(() => expect(done).toContain('before'))
    await redis.kill()
    await expect(queue.add(['while-away'])).rejects.toThrow(EngineUnavailable)
    await redis.restart()
    await eventually(() => queue.add(['after']))
    await eventually(() => expect(done).toContain('after'))
    await worker.close()
    await queue.close()
  })
})

describe('the job queue when Redis fails', needsRedis, () => {
  let redis: TestRedis
  let proxy: TcpProxy

  beforeEach(async () => {
    redis = await openRedis()
    proxy = await openTcpProxy(redis.url)
  })
  afterEach(async () => {
    await proxy.close()
    await redis.close()
  })

  test('times out when Redis stops answering', async () => {
    const jobs = await open(proxy.url, { callTimeout: 300 })
    const queue = jobs.queue('letters')
    await eventually(() => queue.add(['a']))
    proxy.silence('forGood')
    await expect(queue.add(['b'])).rejects.toThrow(EngineUnavailable)
    await expect(queue.remove('a')).rejects.toThrow(EngineUnavailable)
    await proxy.close()
    await queue.close()
  })

  test('stores nothing of what a job throws', async () => {
    const jobs = await open(redis.url)
    const queue = jobs.queue('letters')
    let tries = 0
    const worker = jobs.work('letters', () => {
      tries += 1
      return Promise.reject(new Error('asha@clinic.in'))
    })
    await queue.add(['a'])
    await eventually(() => expect(tries).toBeGreaterThan(0))
    await worker.close()
    expect(await everythingIn(redis.url)).not.toContain('asha')
    await queue.close()
  })

  test('answers a ping only while Redis answers', async () => {
    const watch = watchRedis(proxy.url, silentLog, ownerOfTests)
    await eventually(() => watch.ping())
    proxy.refuse()
    await proxy.close()
    await expect(watch.ping()).rejects.toThrow(EngineUnavailable)
    await watch.close()
  })

  test('warns if Redis may evict jobs', async () => {
    await redis.configure('maxmemory-policy', 'allkeys-lru')
    const lines: string[] = []
    const watch = watchRedis(redis.url, openLog('warn', { write: (line) => void lines.push(line) }), ownerOfTests)
    await eventually(() => expect(lines.join()).toContain('noeviction'))
    expect(lines.join()).toContain('allkeys-lru')
    await redis.configure('maxmemory-policy', 'noeviction')
    await watch.close()
  })
})

async function everythingIn(url: string): Promise<string> {
  const redis = new Redis(url)
  const keys = await redis.keys('*')
  const dumps = await Promise.all(keys.map((key) => redis.dump(key)))
  const hashes = await Promise.all(keys.map((key) => redis.hgetall(key).catch(() => ({}))))
  redis.disconnect()
  return JSON.stringify([keys, dumps, hashes])
}
