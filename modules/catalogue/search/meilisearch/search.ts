import { Buffer } from 'node:buffer'
import { highlighter, type Found } from '../text/highlight.ts'
import { conditionsOf, facetQueries, facetsOf, filterOf, sortOf } from './filters.ts'
import { queryWords, documentFromHit } from './document.ts'
import type { Answer, Question, Reading } from './reading.ts'
import { toleranceOf } from '../text/misspelling.ts'
import { termsOf, type Term } from '../text/query-terms.ts'
import type { SearchQuery, SearchResult } from '../product-search-index.ts'
import { hasDigit } from '../text/words.ts'

const nothing: SearchResult = { hits: [], total: 0, facets: { category: {}, brand: {}, company: {} } }

/** Meilisearch uses only the first ten words of a query. */
const maxWords = 10

/** The words of the Meilisearch query. They hold no punctuation, so none of it acts as query syntax. */
export function wordsOfQuery(terms: readonly Term[]): string[] {
  return terms.flatMap((term) => queryWords(term, term.parts)).slice(0, maxWords)
}

/** A swap between two calls, or between two queries of one, mixes two generations: then the search is retried. */
const maxTries = 3

export async function searchIn(read: Reading, query: SearchQuery): Promise<SearchResult> {
  if (query.text.trim() === '') return resultOf(await find(read, query, { q: '', matchingStrategy: 'all' }))
  const words = wordsOfQuery(termsOf(query.text))
  if (words.length === 0) return nothing
  return searchFor(words, read, query)
}

async function searchFor(words: readonly string[], read: Reading, query: SearchQuery): Promise<SearchResult> {
  for (let tries = 1; ; tries++) {
    const all = await find(read, query, { q: words.join(' '), matchingStrategy: 'all' })
    if (all.matched > 0) return resultOf(all)
    const known = await knownWords(read, words)
    if (known.length === 0) return nothing
    const some = await find(read, query, { q: known.join(' '), matchingStrategy: 'last' })
    if (some.matched > 0 || tries === maxTries) return resultOf(some)
  }
}

type Text = Pick<Question, 'q' | 'matchingStrategy'>

/** The number of matches before any filter, and the page with its facets. */
type Page = { matched: number; page: Answer; facets: Answer[] }

async function find(read: Reading, query: SearchQuery, text: Text): Promise<Page> {
  const conditions = conditionsOf(query.filters)
  const filter = filterOf(conditions)
  const questions = [
    pageOf(query, text, filter),
    ...facetQueries(text, conditions),
    { ...text, attributesToRetrieve: [], size: 0 },
  ]
  for (let tries = 1; ; tries++) {
    const [page = none, ...counts] = await read(questions)
    const { total: matched } = counts.pop() ?? none
    const isOfOneGeneration = filter.length > 0 ? page.total <= matched : page.total === matched
    if (isOfOneGeneration || tries === maxTries) return { matched, page, facets: counts }
  }
}

function pageOf({ sort, page, size }: SearchQuery, text: Text, filter: string[]): Question {
  return {
    ...text,
    ...sortOf(sort === 'relevance' && text.q === '' ? 'newest' : sort),
    filter,
    attributesToRetrieve: ['source', ...matchedAttributes],
    showMatchesPosition: true,
    size,
    pageNumber: page,
  }
}

const none: Answer = { hits: [], total: 0 }

/**
 * The words that occur in some document, for when no document has every word. Meilisearch counts a typo in the first
 * letter twice, so an unknown word is tried again without its first letter.
 */
async function knownWords(read: Reading, words: readonly string[]): Promise<string[]> {
  const spellings = words.map((word) => [word, ...withoutFirstLetter(word)])
  const questions = spellings.flat().map((q): Question => ({ q, attributesToRetrieve: [], size: 0 }))
  const answers = await read(questions)
  const found = new Set(questions.flatMap(({ q }, index) => ((answers[index]?.total ?? 0) > 0 ? [q] : [])))
  return spellings.flatMap((tried) => tried.find((spelling) => found.has(spelling)) ?? [])
}

function withoutFirstLetter(word: string): string[] {
  return toleranceOf(word.length) > 0 && !hasDigit(word) ? [word.slice(1)] : []
}

function resultOf({ page, facets }: Page): SearchResult {
  const show = highlighter(foundIn(page.hits))
  const hits = page.hits.map(documentFromHit).map((document) => ({
    document,
    highlight: { title: show.whole(document.title), description: show.passage(document.description) },
  }))
  return { hits, total: page.total, facets: facetsOf(facets) }
}

export const matchedAttributes = ['title', 'names', 'category', 'text']

/** The indexed words that matched. Meilisearch reports their positions in bytes. */
export function foundIn(hits: Answer['hits']): Found {
  const words = new Set<string>()
  for (const hit of hits) {
    for (const [attribute, places] of Object.entries(hit._matchesPosition ?? {})) {
      const text: unknown = hit[attribute]
      if (typeof text !== 'string') continue
      const bytes = Buffer.from(text)
      for (const place of places ?? []) words.add(wordAt(bytes, place))
    }
  }
  return { words, beginnings: [] }
}

const space = 32

function wordAt(bytes: Buffer, { start, length }: { start: number; length: number }): string {
  const before = start === 0 ? -1 : bytes.lastIndexOf(space, start - 1)
  const after = bytes.indexOf(space, start + length)
  return bytes.toString('utf8', before + 1, after === -1 ? bytes.length : after)
}
