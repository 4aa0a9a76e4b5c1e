import { Buffer } from 'node:buffer'
import { highlighter, type Found } from '../text/highlight.ts'
import { conditionsOf, facetQuestions, facetsOf, filterOf, sortOf } from './filters.ts'
import { askedWords, keptDocument } from './document.ts'
import type { Answer, Question, Reading } from './reading.ts'
import { toleranceOf } from '../text/misspelling.ts'
import { termsOf, type Term } from '../text/query-terms.ts'
import type { SearchQuery, SearchResult } from '../product-search-index.ts'
import { hasDigit } from '../text/words.ts'

const nothing: SearchResult = { hits: [], total: 0, facets: { category: {}, brand: {}, company: {} } }

/** Meilisearch looks at ten words of a query. */
const mostWords = 10

/** What is asked, in Meilisearch's words. No sign is among them, so that none means anything. */
export function wordsToAsk(terms: readonly Term[]): string[] {
  return terms.flatMap((term) => askedWords(term, term.parts)).slice(0, mostWords)
}

/** A swap between two calls, or two questions of one, may take away what the first one found: then it is asked again. */
const mostTries = 3

export async function searchIn(read: Reading, asked: SearchQuery): Promise<SearchResult> {
  if (asked.text.trim() === '') return resultOf(await find(read, asked, { q: '', matchingStrategy: 'all' }))
  const words = wordsToAsk(termsOf(asked.text))
  if (words.length === 0) return nothing
  return searchFor(words, read, asked)
}

async function searchFor(words: readonly string[], read: Reading, asked: SearchQuery): Promise<SearchResult> {
  for (let tries = 1; ; tries++) {
    const all = await find(read, asked, { q: words.join(' '), matchingStrategy: 'all' })
    if (all.matched > 0) return resultOf(all)
    const known = await knownWords(read, words)
    if (known.length === 0) return nothing
    const some = await find(read, asked, { q: known.join(' '), matchingStrategy: 'last' })
    if (some.matched > 0 || tries === mostTries) return resultOf(some)
  }
}

type Text = Pick<Question, 'q' | 'matchingStrategy'>

/** What was found: before any filter, and the page with its facets. */
type Page = { matched: number; page: Answer; facets: Answer[] }

async function find(read: Reading, asked: SearchQuery, text: Text): Promise<Page> {
  const conditions = conditionsOf(asked.filters)
  const filter = filterOf(conditions)
  const questions = [
    pageOf(asked, text, filter),
    ...facetQuestions(text, conditions),
    { ...text, attributesToRetrieve: [], size: 0 },
  ]
  for (let tries = 1; ; tries++) {
    const [page = none, ...counts] = await read(questions)
    const { total: matched } = counts.pop() ?? none
    const isOfOneGeneration = filter.length > 0 ? page.total <= matched : page.total === matched
    if (isOfOneGeneration || tries === mostTries) return { matched, page, facets: counts }
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
 * Where no document has every word: the words that are somewhere. Meilisearch counts a mistake in a first letter twice, so
 * that a word that is nowhere is looked for once more without it.
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
  const hits = page.hits.map(keptDocument).map((document) => ({
    document,
    highlight: { title: show.whole(document.title), description: show.passage(document.description) },
  }))
  return { hits, total: page.total, facets: facetsOf(facets) }
}

export const matchedAttributes = ['title', 'names', 'category', 'text']

/** The words of the index that were matched: Meilisearch says where they stand, in bytes. */
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
