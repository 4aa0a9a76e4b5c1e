import type { ProductSearchIndex } from '#modules/catalogue/search/product-search-index.ts'
import type { SearchDocument, SearchQuery } from '#modules/catalogue/search/product-search-index.ts'
import { randomFrom } from '#test/support/random.ts'
import type { Judged } from './judge.ts'
import { mistyped } from './mistyped.ts'
import { searchCorpus } from '../support/search-corpus.ts'

/** The time of each kind of call over `products` generated products, as a table. */
export async function timesOf(
  { index, words }: Judged,
  { products, calls }: { products: number; calls: number },
): Promise<string[]> {
  const documents = [...searchCorpus(products)]
  const seconds = await fill(index, documents)
  const lines = [
    `${products} products indexed in ${seconds.toFixed(1)} s (${Math.round(products / seconds)} per second)`,
  ]
  lines.push('milliseconds                       p50     p95     p99     max')
  for (const [name, call] of Object.entries(kindsOfCalls({ index, words }, documents))) {
    const { p50, p95, p99, max } = await timings(call, calls)
    lines.push(`${name.padEnd(28)} ${[p50, p95, p99, max].map((ms) => ms.toFixed(1).padStart(9)).join('')}`)
  }
  return lines
}

async function fill(index: ProductSearchIndex, documents: readonly SearchDocument[]): Promise<number> {
  const start = performance.now()
  for (let at = 0; at < documents.length; at += 500) await index.live().put(documents.slice(at, at + 500))
  return (performance.now() - start) / 1_000
}

type Call = (round: number) => Promise<unknown>

function kindsOfCalls({ index, words }: Judged, documents: readonly SearchDocument[]): Record<string, Call> {
  const random = randomFrom(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const any = () => documents[below(documents.length)] ?? documents[0]
  const titleWords = () => (any()?.title ?? '').split(' ').slice(2)
  const device = () => titleWords().slice(-2).join(' ')
  const search = (query: Partial<SearchQuery>) =>
    index.search({ text: '', filters: {}, sort: 'relevance', words, page: 0, size: 10, ...query })
  return {
    'search, two words': () => search({ text: device() }),
    'search, one word': () => search({ text: titleWords().at(-1) ?? '' }),
    'search, word in descriptions': () =>
      search({ text: ['battery', 'castors', 'probe', 'ambulances'][below(4)] ?? '' }),
    'search, typing mistakes': () =>
      search({
        text: device()
          .split(' ')
          .map((word) => mistyped(word, below))
          .join(' '),
      }),
    'search, model number': () => search({ text: any()?.title.split(' ')[1] ?? '' }),
    'search, unfinished word': () => search({ text: device().slice(0, -3) }),
    'search, filtered and sorted': () =>
      search({ text: titleWords().at(-1) ?? '', filters: { brand: any()?.brand }, sort: 'price-asc' }),
    'search, one unknown word': () => search({ text: `${device()} qwxyz` }),
    'browse everything': () => search({}),
    'browse a category': () => search({ filters: { collection: any()?.category }, sort: 'price-asc' }),
    'browse a price range, page 20': () =>
      search({ filters: { minPricePaise: 5_000_000, maxPricePaise: 30_000_000 }, page: 20 }),
    'suggest, two to eight letters': () => index.suggest({ text: device().slice(0, 2 + below(7)), size: 8, words }),
    'suggest, typing mistake': () =>
      index.suggest({ text: mistyped(titleWords().at(-1) ?? '', below), size: 8, words }),
    'products of a company': () => index.byCompany(any()?.company ?? '', 0, 10),
    'similar products': () => index.similar(any()?.id ?? '', 10),
    'put one product again': (round) => putPrice(index, any(), round),
  }
}

async function putPrice(
  index: ProductSearchIndex,
  document: SearchDocument | undefined,
  pricePaise: number,
): Promise<void> {
  if (document !== undefined) await index.live().put([{ ...document, pricePaise }])
}

async function timings(call: Call, calls: number): Promise<Record<'p50' | 'p95' | 'p99' | 'max', number>> {
  const taken: number[] = []
  for (let round = -20; round < calls; round++) {
    const start = performance.now()
    await call(round)
    if (round >= 0) taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
