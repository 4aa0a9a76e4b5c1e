import { createRedisBackend, type IQueueBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { within } from '#core/async/deadline.ts'
import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'
import { openOwnership, type Owner } from '#core/event-store/identity/own-engine.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { JobStore } from './postgres.ts'
import { redisOwnership } from './redis-ownership.ts'

const longestPauseMs = 2_000

/**
 * A worker waits up to ten seconds for the next job: a connection that is silent for longer than this is dead, even
 * where the operating system has not noticed.
 */
const silenceMs = 30_000

/** Commands never fail for a lost connection: they are sent again over the next one. Callers have their own timers. */
const connection = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempts: number) => Math.min(100 * attempts, longestPauseMs),
  connectTimeout: 5_000,
  socketTimeout: silenceMs,
  keepAlive: 10_000,
}

/**
 * Stores jobs in Redis, with TLS and credentials from the URL. Redis need not be available yet: jobs wait until it is.
 * `close` ends every connection, so that an abandoned job is not held by its worker.
 */
export function openRedisJobStore(redisUrl: string): JobStore {
  const options = { ...connection, url: redisUrl }
  const backends = new Set<IQueueBackend>()
  return {
    engine: 'jobs',
    factory(name, given, extra) {
      const backend = createRedisBackend(name, { ...given, connection: options }, extra)
      backends.add(backend)
      return backend
    },
    async close() {
      await Promise.allSettled(Array.from(backends, (backend) => backend.disconnect()))
    },
  }
}

export type RedisWatch = {
  /** @throws EngineUnavailable when Redis does not answer in time, or holds the jobs of another shop */
  ping(): Promise<void>
  /**
   * Verifies that the jobs in Redis are this shop's; again after each new connection.
   * @throws OperatorError where they are another shop's
   * @throws EngineUnavailable
   */
  assertOwn(): Promise<void>
  /** Like `assertOwn`. @throws EngineUnavailable alone, with the OperatorError as its cause */
  assertUsable(): Promise<void>
  close(): Promise<void>
}

/** Watches the availability and ownership of Redis; after each connection, warns if Redis may evict jobs. */
export function watchRedis(redisUrl: string, log: Log, owner: Owner): RedisWatch {
  const redis = new Redis(redisUrl, { ...connection, enableOfflineQueue: false })
  let refusal: OperatorError | undefined
  const engine = redisOwnership(redis, connected)
  const ownership = openOwnership(engine, owner)

  const assertUsable = () => ownership.assertOwn().catch(refuse)

  async function connected<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await within(longestPauseMs, firstAttempt(redis).then(work))
    } catch (error) {
      throw new EngineUnavailable('jobs', { cause: refusalOf(error) ?? refusal ?? error })
    }
  }

  redis.on('error', (error) => {
    refusal = refusalOf(error)
    log.debug({ err: error }, 'Redis reports an error')
  })
  redis.on('ready', () => {
    refusal = undefined
    ownership.suspect()
    warnOfEviction(redis, log).catch((error: unknown) =>
      log.debug({ err: error }, 'the settings of Redis cannot be read'),
    )
  })
  return {
    async ping() {
      await connected(() => redis.ping())
      ownership.suspect()
      await assertUsable()
    },
    assertOwn: () => ownership.assertOwn(),
    assertUsable,
    close: () => Promise.resolve(redis.disconnect()),
  }
}

/** A Redis with the jobs of another shop is of no use, even if it is available. */
function refuse(error: unknown): never {
  throw error instanceof OperatorError ? new EngineUnavailable('jobs', { cause: error }) : error
}

/** Just after start-up the first connection attempt is still open: waits for its outcome. */
async function firstAttempt(redis: Redis): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') return
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const outcome of ['ready', 'close'] as const) redis.once(outcome, resolve)
  await promise
  for (const outcome of ['ready', 'close'] as const) redis.off(outcome, resolve)
}

/** The refusal of the account by Redis, if it is one: retrying does not help. */
function refusalOf(error: unknown): OperatorError | undefined {
  if (!(error instanceof Error) || !/^(WRONGPASS|NOAUTH|NOPERM) /.test(error.message)) return undefined
  const remedy = 'Correct the user and password in REDIS_URL, or the user’s permissions: docs/production.md lists them.'
  return new OperatorError('Redis refuses the user of REDIS_URL', remedy, { cause: error })
}

async function warnOfEviction(redis: Redis, log: Log): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1]
  if (policy === undefined || policy === 'noeviction') return
  log.warn(
    { policy },
    'Redis may evict jobs when its memory is full: set its maxmemory-policy to noeviction. ' +
      'The shop adds evicted jobs again a minute later.',
  )
}
