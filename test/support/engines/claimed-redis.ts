import { Redis } from 'ioredis'

/** In a database that tests have written; whatever else it holds may be wiped. */
const marker = 'shop-tests:wrote-this-database'
/** In a database that a suite uses now; it ends by itself where a run was killed. */
const inUse = 'shop-tests:in-use'
const inUseSeconds = 15 * 60

/** Redis has 16 databases unless it is configured otherwise. */
const databases = 16

export type ClaimedRedis = { url: string; wipe: () => Promise<void>; release: () => Promise<void> }

/**
 * A database of its own for a suite, on a server that tests were given: the first from that of the URL on that is empty, or
 * that tests alone have written, and that no other suite uses. None that holds anything else is touched.
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
