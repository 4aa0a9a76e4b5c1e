import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { openPostgresSearchIndex } from '#modules/catalogue/search/postgres/search-index.ts'
import type { ProductSearchGeneration, ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import { spansOf } from '#modules/catalogue/search/query/spans.ts'
import { typedQuery } from '#modules/catalogue/search/query/typed-query.ts'
import type { SearchWords } from '#modules/catalogue/search/words/search-words.ts'
import { openBenchIndex } from './bench-index.ts'
import type { DemoProduct } from './demo-products.ts'
import { newQueries } from './new-queries.ts'
import { fill, headOfTimes, percentilesOf, rowOfTimes, timesOfAll, type Contender } from './taken.ts'
import { variedProducts } from './varied-products.ts'

type Earlier = { openPostgresSearchIndex: typeof openPostgresSearchIndex }

/** A search may take this many times as long as before. */
const most = 1.1

type Comparison = { folder: string; demo: readonly DemoProduct[]; products: number; calls: number }

/**
 * Compares the search with that of another checkout of this repository, in `folder`, by queries without a synonym, each
 * asked once of both in turns. Both are in a Postgres of their own.
 */
export async function compareWithEarlier(
  words: SearchWords,
  { folder, demo, products, calls }: Comparison,
): Promise<string[]> {
  const file = join(resolve(folder), 'modules/catalogue/search/postgres/search-index.ts')
  const earlier: Earlier = await import(pathToFileURL(file).href)
  const benches = [await openBenchIndex(), await openBenchIndex(earlier.openPostgresSearchIndex)]
  try {
    const catalogue = variedProducts(demo, products)
    const contenders = benches.map(({ index }, place) => contender(place === 0 ? 'now' : 'before', { index, words }))
    for (const one of contenders) await fill(one, catalogue)
    for (const { index } of benches) await prepared(index.live())
    const queries = newQueries(catalogue, [], 3 * calls).filter((text) => isWithoutSynonym(text, words))
    return report(await timesOfAll(contenders, queries.slice(0, calls)))
  } finally {
    for (const bench of benches) await bench.close()
  }
}

/** Earlier versions call it `settle`. */
function prepared(live: ProductSearchGeneration & { settle?: () => Promise<void> }): Promise<void> {
  return live.settle === undefined ? live.prepare() : live.settle()
}

function contender(name: string, { index, words }: { index: ProductSearchIndex; words: SearchWords }): Contender {
  return {
    name,
    put: (documents) => index.live().put(documents),
    ask: (text) => index.search({ text, filters: {}, sort: 'relevance', words, page: 0, size: 10 }),
  }
}

function isWithoutSynonym(text: string, words: SearchWords): boolean {
  return spansOf(typedQuery(text).terms, words).every(({ entries }) => entries.length === 0)
}

function sum(taken: readonly number[]): number {
  return taken.reduce((total, ms) => total + ms, 0)
}

function report([now = [], before = []]: readonly number[][]): string[] {
  const [mine, others] = [now, before].map(percentilesOf)
  if (mine === undefined || others === undefined) return []
  const [ofAll, ofMedian] = [sum(now) / sum(before), mine.p50 / others.p50]
  const isReached = ofAll <= most && ofMedian <= most
  return [
    headOfTimes(`${now.length} queries without a synonym, ms`),
    rowOfTimes('now', mine),
    rowOfTimes('before', others),
    `${ofMedian.toFixed(2)} times the median and ${ofAll.toFixed(2)} times the sum of before: ${isReached ? 'reaches' : 'MISSES'} its goal of ${most}`,
  ]
}
