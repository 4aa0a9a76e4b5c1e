import type { Redis } from 'ioredis'
import type { OwnedEngine } from '../event-store/identity/own-engine.ts'

/** Shares the prefix of all keys of the job queue, so that an account restricted to it may use this key as well. */
const key = 'bull:shop-identity'

/** The owner of the job queue, in a key that is only set where it does not exist. */
export function redisOwnership(
  redis: Pick<Redis, 'get' | 'set'>,
  call: <T>(work: () => Promise<T>) => Promise<T>,
): OwnedEngine {
  async function read(): Promise<unknown> {
    const text = await call(() => redis.get(key))
    return text === null ? undefined : parsed(text)
  }

  return {
    name: 'the job queue of REDIS_URL',
    alternative: 'another database of that Redis, such as redis://host:6379/1, or another REDIS_URL',
    release: `delete the key ${key} in Redis, and start again`,
    read,
    async claim(ownership) {
      await call(() => redis.set(key, JSON.stringify(ownership), 'NX'))
      return read()
    },
    async write(ownership) {
      await call(() => redis.set(key, JSON.stringify(ownership)))
    },
  }
}

/** Text that is not JSON is returned as it is, and fails the check for an ownership. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
