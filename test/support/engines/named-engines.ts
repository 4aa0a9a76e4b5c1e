import { newId } from '#core/domain/ids.ts'
import { openMeili, type TestMeili } from './meilisearch.ts'
import { openRedis } from './redis.ts'
import { openShopLog } from '../event-store/shop-log.ts'

/** For suites with their own search index and queue: the named event log, or none if none is named. */
export async function openNamedLog(): Promise<NamedEngines> {
  if (!isNamed('TEST_EVENTSTORE_URL')) return { env: {}, close: () => Promise.resolve() }
  const log = await openShopLog()
  return { env: { EVENTSTORE_URL: log.url }, close: () => log.close() }
}

export type NamedEngines = { env: Record<string, string>; close(): Promise<void> }

/**
 * The environment of a shop on the engines that `TEST_EVENTSTORE_URL`, `TEST_MEILI_URL` and `TEST_REDIS_URL` name; the
 * database replaces those that are not named. Without `log`, the events stay there too: a log belongs to one shop, so
 * only one of several concurrent suites can use it.
 */
export async function openNamedEngines({ log }: { log: boolean }): Promise<NamedEngines> {
  const [events, meili, redis] = await Promise.all([
    log && isNamed('TEST_EVENTSTORE_URL') ? openShopLog() : undefined,
    isNamed('TEST_MEILI_URL') ? openMeili() : undefined,
    isNamed('TEST_REDIS_URL') ? openRedis() : undefined,
  ])
  return {
    env: {
      ...(events && { EVENTSTORE_URL: events.url }),
      ...(meili && searchAt(meili)),
      ...(redis && { REDIS_URL: redis.url }),
    },
    async close() {
      for (const engine of [redis, meili, events]) await engine?.close()
    },
  }
}

function isNamed(variable: string): boolean {
  return Boolean(process.env[variable])
}

function searchAt({ url, key = '' }: TestMeili): Record<string, string> {
  return { MEILI_URL: url, MEILI_KEY: key, MEILI_INDEX: `shop-${newId()}` }
}
