import { Redis } from 'ioredis'

/** A key that marks a database written by tests, whose content may be wiped. */
const marker = 'shop-tests:wrote-this-database'
/** A key that marks a database in use by a suite; it expires, in case the run is killed. */
const inUse = 'shop-tests:in-use'
const inUseSeconds = 15 * 60

/** Redis has 16 databases unless it is configured otherwise. */
const databases = 16

export type ClaimedRedis = { url: string; wipe: () => Promise<void>; release: () => Promise<void> }

/**
 * Claims a database for one suite on the given server: the first one, counting from that of the URL, that no other suite
 * uses and that is empty or was written by tests alone. Other databases are not touched.
 */
export async function claimRedisDatabase(given: string): Promise<ClaimedRedis> {
  const first = Number(new URL(given).pathname.slice(1)) || 0
  for (let number = first; number < databases; number++) {
    const url = new URL(given)
    url.pathname = `/${number}`
    const { href } = url
    if (await at(href, claim)) return { url: href, wipe: () => at(href, wipe), release: () => at(href, release) }
  }
  throw new Error(
    'TEST_REDIS_URL names a Redis without a free database: each of them holds keys that the tests did not write, or is in use. ' +
      'Name a Redis with an empty database.',
  )
}

async function claim(redis: Redis): Promise<boolean> {
  const isFree = (await redis.dbsize()) === 0 || (await redis.exists(marker)) === 1
  if (!isFree || (await redis.set(inUse, process.pid, 'EX', inUseSeconds, 'NX')) === null) return false
  await wipe(redis)
  return true
}

async function wipe(redis: Redis): Promise<void> {
  await redis.flushdb()
  await redis.set(marker, 1)
  await redis.set(inUse, process.pid, 'EX', inUseSeconds)
}

async function release(redis: Redis): Promise<void> {
  await redis.flushdb()
}

async function at<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
