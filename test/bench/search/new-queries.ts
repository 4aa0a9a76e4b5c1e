import type { SearchDocument } from '#modules/catalogue/search/product-search-index.ts'
import { randomFrom } from '#test/support/random.ts'
import { mistyped } from './mistyped.ts'

/** What queries are made of. */
export type Named = Pick<SearchDocument, 'title' | 'brand' | 'modelNumber' | 'sku'>

/**
 * `count` different queries, each to be asked once: the judged ones, then some with a brand, and parts of titles as
 * they are, mistyped, unfinished, with a brand, and codes.
 */
export function newQueries(documents: readonly Named[], judged: readonly string[], count: number): string[] {
  const random = randomFrom(23)
  const below = (limit: number) => Math.floor(random() * limit)
  const any = () => documents[below(documents.length)]
  const kinds: readonly (() => string)[] = [
    () => nameIn(any(), below),
    () => `${any()?.brand} ${nameIn(any(), below)}`,
    () => mistypedName(nameIn(any(), below), below),
    () => nameIn(any(), below).slice(0, -2),
    () => (below(2) === 0 ? (any()?.modelNumber ?? '') : (any()?.sku ?? '')),
    () => `${judged[below(judged.length)]} ${any()?.brand}`,
  ]
  const queries = new Set(judged)
  for (let tries = 0; queries.size < count && tries < 100 * count; tries++) {
    const query = kinds[tries % kinds.length]?.().trim() ?? ''
    if (query.length > 2) queries.add(query)
  }
  // In an order in which every part has every kind.
  return [...queries]
    .map((text) => ({ text, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .slice(0, count)
}

/** Two to four words of the title, from before its first comma. */
function nameIn(document: Named | undefined, below: (limit: number) => number): string {
  const words = (document?.title ?? '').split(/[,(;]/)[0]?.split(' ').slice(1) ?? []
  const length = 2 + below(3)
  const from = below(Math.max(1, words.length - length + 1))
  return words.slice(from, from + length).join(' ')
}

function mistypedName(name: string, below: (limit: number) => number): string {
  const words = name.split(' ')
  const wrong = below(words.length)
  return words.map((word, place) => (place === wrong ? mistyped(word, below) : word)).join(' ')
}
