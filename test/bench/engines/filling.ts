import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Meilisearch } from 'meilisearch'
import { createProjectionOperations } from '#core/projections/admin/operations.ts'
import { requestedChannel } from '#core/projections/checkpoints/checkpoints.ts'
import { openLog } from '#core/telemetry/log.ts'
import { meiliDocumentReader, type MeiliDocument } from '#modules/catalogue/search/meilisearch/document.ts'
import { indexSettings } from '#modules/catalogue/search/meilisearch/settings.ts'
import { storedDocument } from '#modules/catalogue/search/stored-document.ts'
import { allProjections } from '#modules/shop/manifests.ts'
import type { TestMeili } from '../../support/engines/meilisearch.ts'
import { generateCatalogue } from '../support/catalogue-generator.ts'
import { median } from '../support/load.ts'
import type { BenchShop } from './shop.ts'

const products = Number(process.env['BENCH_FILL'] ?? 10_000)
const rounds = Number(process.env['BENCH_FILL_ROUNDS'] ?? 3)
const rowsAtOnce = 50
const bareBatch = 2_000
const name = 'product-search'

/** The time from the last event of an import until a search finds all its products. */
export async function measureImport(engines: string, bench: BenchShop, goalSeconds: number): Promise<string> {
  const rows = [...generateCatalogue(products)]
  const begun = performance.now()
  let next = 0
  const sender = async () => {
    while (next < rows.length) await bench.importRows(rows.slice(next, (next += rowsAtOnce)))
  }
  await Promise.all(Array.from({ length: 4 }, sender))
  const imported = performance.now()
  await untilFollowed(bench)
  const [took, lag] = [imported - begun, performance.now() - imported].map((ms) => ms / 1_000)
  const verdict = (lag ?? Infinity) <= goalSeconds ? 'reaches' : 'MISSES'
  return (
    `${products} products imported, ${engines}: in ${took?.toFixed(1)} s; searchable ${lag?.toFixed(1)} s after the last ` +
    `event, ${verdict} its goal of ${goalSeconds} s`
  )
}

/**
 * How fast the index of a shop is filled: by a replay, and by a live read model that has to catch up. With the bare
 * client in turn, if it is given: it puts the same documents, made beforehand, into an index with the same settings.
 */
export async function compareFilling(engines: string, bench: BenchShop, meili?: TestMeili): Promise<string[]> {
  const { infrastructure } = bench.shop
  const { database, bulk, store, searchIndex } = infrastructure
  const deps = { db: database.db, bulk: bulk.db, store, searchIndex, log: openLog('error') }
  const operations = createProjectionOperations({ ...deps, projections: allProjections })
  const ways = {
    replay: () => timed(() => operations.replay(name)),
    'catch-up': () => catchUp(bench),
    ...(meili !== undefined && { bare: await bareFilling(bench, meili) }),
  }
  const count = await searchIndex.live().count()
  const seconds = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    for (const [way, fill] of Object.entries(ways)) seconds.set(way, [...(seconds.get(way) ?? []), await fill()])
  }
  const rate = (way: string) => Math.round(count / median(seconds.get(way) ?? []))
  return ['replay', 'catch-up'].map((way) => {
    const mine = `${way} of ${count} documents, ${engines}: ${rate(way)} documents/s`
    const bare = seconds.get('bare')
    if (bare === undefined) return mine
    const ratio = median((seconds.get(way) ?? []).map((time, round) => (bare[round] ?? Number.NaN) / time))
    const verdict = ratio >= 0.8 ? 'reaches' : 'MISSES'
    return `${mine}; bare client ${rate('bare')}: ${(ratio * 100).toFixed(0)} %, ${verdict} its goal of 80 %`
  })
}

/** Makes an empty index live and sets its checkpoint back, as after the loss of the index; resolves to the seconds. */
async function catchUp(bench: BenchShop): Promise<number> {
  const { database, searchIndex } = bench.shop.infrastructure
  const count = await searchIndex.live().count()
  await searchIndex.beginBuild()
  await searchIndex.swap()
  return timed(async () => {
    await sql`
      with reset as (
        update projection_checkpoints set position = 0, last_position = null, last_id = null, generation = generation + 1
        where name = ${name} and slot = 'live' returning name)
      select pg_notify(${requestedChannel}, name) from reset`.execute(database.db)
    await untilFollowed(bench)
    if ((await searchIndex.live().count()) !== count) throw new Error('The index does not hold every product')
  })
}

async function untilFollowed({ shop }: BenchShop): Promise<void> {
  const { database, store } = shop.infrastructure
  const head = await store.head()
  for (;;) {
    const { rows } = await sql<{ position: number }>`
      select position from projection_checkpoints where name = ${name} and slot = 'live'`.execute(database.db)
    if ((rows[0]?.position ?? 0) >= head) return
    await sleep(25)
  }
}

/** Fills a new index with batches of 2,000, each after the task of the one before; the clock runs for these alone. */
async function bareFilling(bench: BenchShop, { url, key }: TestMeili): Promise<() => Promise<number>> {
  const client = new Meilisearch({ host: url, ...(key !== undefined && { apiKey: key }) })
  const documents: (MeiliDocument & { generation: string })[] = []
  const reader = meiliDocumentReader()
  for await (const document of bench.shop.infrastructure.searchIndex.live().all())
    documents.push({ ...reader(storedDocument(document)), generation: new Date(0).toISOString() })
  let round = 0
  return async () => {
    const uid = `bare-filling-${Date.now()}-${round++}`
    await client.createIndex(uid, { primaryKey: 'key' }).waitTask()
    const index = client.index(uid)
    await index.updateSettings(indexSettings).waitTask()
    const seconds = await timed(async () => {
      for (let at = 0; at < documents.length; at += bareBatch)
        await index
          .addDocuments(documents.slice(at, at + bareBatch), { primaryKey: 'key' })
          .waitTask({ timeout: 600_000, interval: 50 })
    })
    const { numberOfDocuments } = await index.getStats()
    if (numberOfDocuments !== documents.length) throw new Error('The bare client has not put every document')
    await client.deleteIndex(uid).waitTask({ timeout: 60_000 })
    return seconds
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}
