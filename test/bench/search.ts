import { parseArgs } from 'node:util'
import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { suppliedSynonyms } from '#modules/catalogue/search/words/read-synonyms.ts'
import { searchWordsOf } from '#modules/catalogue/search/words/search-words.ts'
import { hasMeili, openMeili, openMeiliIndexes } from '#test/support/engines/meilisearch.ts'
import { openBenchIndex } from './search/bench-index.ts'
import { demoProducts, type DemoProduct } from './search/demo-products.ts'
import { compareWithEarlier } from './search/earlier.ts'
import { judge, type Judged, type Judgement } from './search/judge.ts'
import { developmentQueries, freshQueries, heldOutQueries, judgedQueries, type JudgedQuery } from './search/labels.ts'
import { newTimesOf } from './search/new-times.ts'
import { missesOf, relevanceReport } from './search/report.ts'
import { timesOf } from './search/times.ts'

// `npm run bench:search -- [products = 10000] [calls of each kind = 300]` judges the product search on the demo
// catalogue by the queries in search/labelled/, on each engine, and then measures it on a new embedded Postgres: each kind
// of call, and queries never asked before, next to bare Meilisearch, with as many products and ten times as many.
// `--relevance` judges alone, `--new` measures the new queries alone; `--misses` also lists the queries without a right
// hit, `--held-out` also judges by held-out.csv, once rules and words are final. `--before FOLDER` compares the times with those of another checkout, alone.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    relevance: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
    before: { type: 'string' },
  },
})
const words = searchWordsOf(suppliedSynonyms(), 'supplied')
const [products = 10_000, calls = 300] = positionals.map(Number)
const demo = await demoProducts()

if (options.before === undefined) await measure()
else print(...(await compareWithEarlier(words, { folder: options.before, demo, products, calls: 3 * calls })))

async function measure(): Promise<void> {
  if (!options.new) await withIndex(measureKinds)
  if (!options.relevance) await withIndex(measureNew)
}

async function withIndex(work: (index: ProductSearchIndex) => Promise<void>): Promise<void> {
  const bench = await openBenchIndex()
  try {
    await work(bench.index)
  } finally {
    await bench.close()
  }
}

async function measureKinds(index: ProductSearchIndex): Promise<void> {
  await judgeAll(index)
  if (options.relevance) return
  await index.live().remove(demo.map(({ document }) => document.id))
  print(...(await timesOf({ index, words }, { products, calls })), '')
}

async function measureNew(index: ProductSearchIndex): Promise<void> {
  const texts = judgedQueries(demo).map(({ text }) => text)
  print(...(await newTimesOf({ judged: { index, words }, demo, texts }, [products, 10 * products], 3 * calls)))
}

async function judgeAll(index: ProductSearchIndex): Promise<void> {
  await judgeEngine('Postgres', index)
  if (hasMeili()) await judgeMeili()
  else print('NOT JUDGED: Meilisearch is not available (set MEILISEARCH_BIN or TEST_MEILI_URL)')
}

async function judgeMeili(): Promise<void> {
  const meili = await openMeili()
  const { index, dispose } = await openMeiliIndexes(meili)
  await judgeEngine('Meilisearch', index)
  await dispose()
  await meili.close()
}

async function judgeEngine(name: string, index: ProductSearchIndex): Promise<void> {
  await index.live().put(demo.map(({ document }: DemoProduct) => document))
  await index.live().prepare()
  await judgeList(name, judgedQueries(demo), index)
  await judgeList(`${name}, development.csv`, developmentQueries(demo), index)
  await judgeList(`${name}, fresh.csv`, freshQueries(demo), index)
  if (!options['held-out']) return
  print(...relevanceReport(`${name}, held-out.csv`, await judgeEach({ index, words }, heldOutQueries(demo))), '')
}

async function judgeList(title: string, queries: readonly JudgedQuery[], index: ProductSearchIndex): Promise<void> {
  const judgements = await judgeEach({ index, words }, queries)
  print(...relevanceReport(title, judgements), '')
  if (options.misses) print(...missesOf(judgements), '')
}

async function judgeEach(judged: Judged, queries: readonly JudgedQuery[]): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for (const query of queries) judgements.push(await judge(judged, query))
  return judgements
}

function print(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}
