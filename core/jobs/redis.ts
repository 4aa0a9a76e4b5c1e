import { createRedisBackend, type IQueueBackend } from 'bullmq'
import { Redis } from 'ioredis'
import { within } from '#core/async/deadline.ts'
import { EngineUnavailable, OperatorError } from '#core/domain/errors.ts'
import { openOwnership, type Owner } from '#core/event-store/identity/own-engine.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { JobStore } from './postgres.ts'
import { redisSeat } from './redis-seat.ts'

const longestPauseMs = 2_000

/**
 * A worker waits up to ten seconds for the next job: a connection on which nothing comes for longer than that is dead,
 * whatever the operating system thinks of it.
 */
const silenceMs = 30_000

/** No command is given up: it is sent again over the next connection. Whoever waits has a timer of its own. */
const connection = {
  maxRetriesPerRequest: null,
  retryStrategy: (tries: number) => Math.min(100 * tries, longestPauseMs),
  connectTimeout: 5_000,
  socketTimeout: silenceMs,
  keepAlive: 10_000,
}

/**
 * Keeps jobs in Redis, with TLS and credentials from the URL. It need not answer yet: the jobs wait until it does. Closing
 * ends every connection, so that a job that was left behind is not held on to by its worker.
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
   * Makes sure that the jobs in Redis are this shop's; asks again after each new connection.
   * @throws OperatorError where they are another shop's
   * @throws EngineUnavailable
   */
  assertOwn(): Promise<void>
  /** As `assertOwn`. @throws EngineUnavailable alone, with the OperatorError as its cause */
  assertUsable(): Promise<void>
  close(): Promise<void>
}

/** Asks Redis how it is and whose, and warns, each time it is reached again, where it may throw jobs away. */
export function watchRedis(redisUrl: string, log: Log, owner: Owner): RedisWatch {
  const redis = new Redis(redisUrl, { ...connection, enableOfflineQueue: false })
  let refusal: OperatorError | undefined
  const keeper = redisSeat(redis, answered)
  const ownership = openOwnership(keeper, owner)

  const assertUsable = () => ownership.assertOwn().catch(refuse)

  async function answered<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await within(longestPauseMs, firstTry(redis).then(work))
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
      await answered(() => redis.ping())
      ownership.suspect()
      await assertUsable()
    },
    assertOwn: () => ownership.assertOwn(),
    assertUsable,
    close: () => Promise.resolve(redis.disconnect()),
  }
}

/** Jobs of another shop are of no use, however well Redis answers. */
function refuse(error: unknown): never {
  throw error instanceof OperatorError ? new EngineUnavailable('jobs', { cause: error }) : error
}

/** A process that has only just started has not heard from Redis yet: that is no answer, neither yes nor no. */
async function firstTry(redis: Redis): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') return
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const outcome of ['ready', 'close'] as const) redis.once(outcome, resolve)
  await promise
  for (const outcome of ['ready', 'close'] as const) redis.off(outcome, resolve)
}

/** Redis has answered, and said no: waiting does not help. */
function refusalOf(error: unknown): OperatorError | undefined {
  if (!(error instanceof Error) || !/^(WRONGPASS|NOAUTH|NOPERM) /.test(error.message)) return undefined
  const remedy = 'Mend user and password in REDIS_URL, or that user’s rights: docs/production.md lists them.'
  return new OperatorError('Redis refuses the user of REDIS_URL', remedy, { cause: error })
}

async function warnOfEviction(redis: Redis, log: Log): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1]
  if (policy === undefined || policy === 'noeviction') return
  log.warn(
    { policy },
    'Redis may throw jobs away when its memory is full: set its maxmemory-policy to noeviction. ' +
      'What it throws away is handed to it again a minute later.',
  )
}
