import type { TaskMeta, TestOptions } from 'vitest'
import { hasTerminals } from '../shop/ops-at-terminal.ts'
import { installCommand } from './debian-package.ts'
import { hasEventStoreDb } from '../event-store/event-store-server.ts'
import { canMakeCertificates } from './certificate.ts'
import { findBrowser } from '../browser/provide-browser.ts'
import { hasMeili, hasMeiliProgram } from './meilisearch.ts'
import { hasPostgres15 } from '../postgres/postgres-15.ts'
import { hasRedis, hasRedisProgram } from './redis.ts'
import { runsEverything } from '../runner/left-to-ci.ts'
import { canMount } from '../postgres/small-disk.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The missing engine, and how to install it: `npm test` repeats it in its last lines. */
    missingEngine?: string
    /** What the suite repeats on another version or at another width, left to CI: `npm test` lists it likewise. */
    leftToCi?: string
  }
}

/** The options of a suite that needs an engine that not every machine has: it runs, or is reported as not run. */
function needs(engine: string, isThere: boolean, remedy: string): TestOptions {
  return isThere ? {} : { skip: true, meta: { missingEngine: `${engine}: ${remedy}` } }
}

export const needsBrowser = needs(
  'Chromium',
  findBrowser() !== undefined,
  `install it (on Debian: ${installCommand('chromium')}) or set CHROMIUM_PATH`,
)

/** For the meta data of a suite that repeats others on another version or at another width only under `CI=true`. */
export const leftToCi = (what: string): TaskMeta => (runsEverything ? {} : { leftToCi: what })

export const needsPostgres15 = needs(
  'Postgres 15',
  hasPostgres15(),
  `install it (on Debian 12: ${installCommand('postgresql-15')})`,
)

/** For suites that only repeat on the oldest Postgres what others prove on the embedded one. */
export const onOldestPostgres: TestOptions = runsEverything
  ? needsPostgres15
  : { skip: true, meta: leftToCi('the oldest Postgres') }

const installRedis = `install it (on Debian: ${installCommand('redis-server')})`

export const needsRedis = needs('Redis', hasRedis(), `${installRedis}, start Docker, or set TEST_REDIS_URL`)

/** For tests that kill Redis, and so must start their own. */
export const needsRedisProgram = needs('redis-server', hasRedisProgram(), installRedis)

export const needsSmallDisk = needs('a small disk', canMount(), 'run as root on Linux, with permission to mount tmpfs')

const installMeili = 'set MEILISEARCH_BIN to its program'

export const needsMeili = needs(
  'Meilisearch',
  hasMeili(),
  `${installMeili}, start Docker, or set TEST_MEILI_URL and TEST_MEILI_KEY`,
)

export const needsMeiliProgram = needs('a Meilisearch program', hasMeiliProgram(), installMeili)

export const needsEventStoreDb = needs(
  'EventStoreDB',
  hasEventStoreDb(),
  'start Docker, or set TEST_EVENTSTORE_URL to one that is for tests alone (its wire-level double was tested)',
)

export const needsTerminal = needs('script of util-linux', hasTerminals(), 'install it (on Debian: bsdutils)')

/** TLS tests make their own certificate. */
export const needsOpenssl = needs(
  'openssl',
  canMakeCertificates(),
  `install it (on Debian: ${installCommand('openssl')})`,
)

export const needsRedisWithTls = canMakeCertificates() ? needsRedisProgram : needsOpenssl
