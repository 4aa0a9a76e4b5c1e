import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDataFolder } from '#core/process/data-folder.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { openEmbeddedPostgres } from '#core/database/embedded/embedded-postgres.ts'
import { openLog } from '#core/telemetry/log.ts'
import { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { suppliedSynonyms } from '#modules/catalogue/search/words/read-synonyms.ts'
import { searchWordsOf } from '#modules/catalogue/search/words/search-words.ts'
import { hasMeili, openMeili, openMeiliIndexes } from '#test/support/engines/meilisearch.ts'
import { demoProducts, type DemoProduct } from './search/demo-products.ts'
import { judge, type Judgement } from './search/judge.ts'
import { judgedQueries } from './search/labels.ts'
import { missesOf, relevanceReport } from './search/report.ts'
import { timesOf } from './search/times.ts'

// `npm run bench:search -- [products = 10000] [calls of each kind = 300]` judges the product search on the demo
// catalogue by the queries in search/queries.csv, on each engine, and then measures it on a new embedded Postgres.
// `--relevance` judges alone; `--misses` also lists the queries without a right hit.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { relevance: { type: 'boolean', default: false }, misses: { type: 'boolean', default: false } },
})
const words = searchWordsOf(suppliedSynonyms(), 'supplied')
const [products = 10_000, calls = 300] = positionals.map(Number)

const dataDir = await openDataFolder(await mkdtemp(join(tmpdir(), 'shop-bench-')))
const postgres = await openEmbeddedPostgres({ dataDir, password: 'bench', log: openLog('error') })
const database = openDatabase(postgres.url, { applicationName: 'shop bench' })
try {
  const demo = await demoProducts()
  const index = await postgresIndex(database)
  await judgeEngine('Postgres', index, demo)
  if (hasMeili()) await judgeMeili(demo)
  else print('NOT JUDGED: Meilisearch is not available (set MEILISEARCH_BIN or TEST_MEILI_URL)')
  if (!options.relevance) {
    await index.live().remove(demo.map(({ document }) => document.id))
    print(...(await timesOf({ index, words }, { products, calls })))
  }
} finally {
  await database.close()
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function postgresIndex(opened: Database): Promise<ProductSearchIndex> {
  const index = openPostgresSearchIndex({ ...opened, log: openLog('error') })
  await index.prepare()
  return index
}

async function judgeMeili(demo: readonly DemoProduct[]): Promise<void> {
  const meili = await openMeili()
  const { index, dispose } = await openMeiliIndexes(meili)
  await judgeEngine('Meilisearch', index, demo)
  await dispose()
  await meili.close()
}

async function judgeEngine(name: string, index: ProductSearchIndex, demo: readonly DemoProduct[]): Promise<void> {
  await index.live().put(demo.map(({ document }) => document))
  await index.live().prepare()
  const judgements: Judgement[] = []
  for (const query of judgedQueries(demo)) judgements.push(await judge({ index, words }, query))
  print(...relevanceReport(name, judgements), '')
  if (options.misses) print(...missesOf(judgements), '')
}

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}
