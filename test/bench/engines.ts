import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#core/domain/ids.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { openEventStoreServer } from '../support/event-store/event-store-server.ts'
import { hasMeili, openMeili, type TestMeili } from '../support/engines/meilisearch.ts'
import { hasRedis, openRedis, type TestRedis } from '../support/engines/redis.ts'
import { adapterLog, bareEventStoreDbLog, barePostgresLog, eventStoreDbLog } from './engines/event-logs.ts'
import { compareCommands } from './engines/commands.ts'
import { compareCopying } from './engines/copying.ts'
import { compareEventLogs } from './engines/events.ts'
import { compareFilling, measureImport } from './engines/filling.ts'
import { measureFollowing } from './engines/following.ts'
import { compareIndexing } from './engines/indexing.ts'
import { compareJobs } from './engines/jobs.ts'
import { openBenchDatabase, openBenchShop } from './engines/shop.ts'

// `npm run bench:engines`, about eight minutes: the cost of events, search and jobs on each engine, next to the engine's
// bare client making the same calls in the same run. The ratio counts, because it does not depend on the machine.
// `npm run bench:engines -- filling` measures only how fast the search index is filled.

const print = (line: string) => process.stdout.write(`${line}\n`)

/** A log belongs to one shop, so all measurements on a server in TEST_EVENTSTORE_URL use the same shop's database. */
const folder = await mkdtemp(join(tmpdir(), 'shop-bench-log-'))
const shopOfNamedLog: Record<string, string> = process.env['TEST_EVENTSTORE_URL'] ? { DATA_DIR: folder } : {}

/** The round trip of a local network: a double that answers at once would hide the cost of round trips. */
const delayMs = Number(process.env['BENCH_DELAY_MS'] ?? 2)

const redis = hasRedis() ? await openRedis() : undefined
const meili = hasMeili() ? await openMeili() : undefined
try {
  if (!process.argv.includes('filling')) await measureCalls()
  await measureFilling('Postgres', {}, { goalSeconds: 3 })
  if (meili === undefined) print('NOT MEASURED: Meilisearch is not available (set MEILISEARCH_BIN or TEST_MEILI_URL)')
  else await measureFilling('Meilisearch', ofNewShop(meili), { goalSeconds: 25, meili })
} finally {
  await redis?.close()
  await meili?.close()
  await rm(folder, { recursive: true, force: true })
}

async function measureCalls(): Promise<void> {
  await measureEvents()
  await measureCommands()
  await measurePostgresAndRedis(redis)
  await measureFollowingOfEventStoreDb('Postgres', {})
  if (meili !== undefined) await measureMeili(meili)
}

async function measureEvents(): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const { pool, listener, url } = database
    const [mine, bare] = [adapterLog(openPostgresEventStore({ pool, listener })), barePostgresLog(url)]
    for (const line of await compareEventLogs({ engine: 'Postgres', mine, bare })) print(line)
    await withEventStore(async (server) => void print(await compareCopying({ database, ...server })))
  } finally {
    await database.close()
  }
  await withEventStore(async ({ url, name }) => {
    const [mine, bare] = [eventStoreDbLog(url), bareEventStoreDbLog(url)]
    for (const line of await compareEventLogs({ engine: name, mine, bare })) print(line)
  })
}

async function measureCommands(): Promise<void> {
  const unlimited = { BUDGET_SCALE: '0' }
  const onPostgres = await openBenchShop(unlimited)
  try {
    await withEventStore(async ({ url, name }) => {
      const shop = await openBenchShop({ ...unlimited, ...shopOfNamedLog, EVENTSTORE_URL: url })
      try {
        for (const line of await compareCommands({ name, shop, onPostgres })) print(line)
      } finally {
        await shop.close()
      }
    })
  } finally {
    await onPostgres.close()
  }
}

async function measurePostgresAndRedis(other: TestRedis | undefined): Promise<void> {
  const bench = await openBenchShop({})
  try {
    const { databaseUrl } = bench.shop.infrastructure
    for (const line of await measureFollowing('events and search in Postgres', bench)) print(line)
    print(await compareJobs({ name: 'Postgres', databaseUrl }))
    if (other === undefined) print('NOT MEASURED: Redis is not available (install redis-server or set TEST_REDIS_URL)')
    else print(await compareJobs({ name: 'Redis', databaseUrl, redisUrl: other.url }))
  } finally {
    await bench.close()
  }
}

/** An index belongs to one shop. */
function ofNewShop({ url, key = '' }: TestMeili): Record<string, string> {
  return { MEILI_URL: url, MEILI_KEY: key, MEILI_INDEX: `shop-bench-${newId()}` }
}

async function measureMeili(server: TestMeili): Promise<void> {
  await printFollowing('events in Postgres, search in Meilisearch', ofNewShop(server))
  await measureFollowingOfEventStoreDb('Meilisearch', ofNewShop(server))
  for (const line of await compareIndexing(server)) print(line)
}

type Filling = { goalSeconds: number; meili?: TestMeili }

async function measureFilling(engine: string, env: Record<string, string>, { goalSeconds, meili: server }: Filling) {
  const bench = await openBenchShop(env)
  try {
    print(await measureImport(`search in ${engine}`, bench, goalSeconds))
    for (const line of await compareFilling(`search in ${engine}`, bench, server)) print(line)
  } finally {
    await bench.close()
  }
}

async function measureFollowingOfEventStoreDb(search: string, env: Record<string, string>): Promise<void> {
  await withEventStore(({ url, name }) =>
    printFollowing(`events in ${name}, search in ${search}`, { ...env, ...shopOfNamedLog, EVENTSTORE_URL: url }),
  )
}

/** Opens a new double for each measurement, so that it does not contain the events of earlier ones. */
async function withEventStore(work: (server: { url: string; name: string }) => Promise<void>): Promise<void> {
  const server = await openEventStoreServer({ delayMs })
  try {
    await work({
      url: server.url,
      name: server.isDouble ? `a double of EventStoreDB (not the database; ${delayMs} ms per call)` : 'EventStoreDB',
    })
  } finally {
    await server.close()
  }
}

async function printFollowing(engines: string, env: Record<string, string>): Promise<void> {
  const bench = await openBenchShop(env)
  try {
    for (const line of await measureFollowing(engines, bench)) print(line)
  } finally {
    await bench.close()
  }
}
