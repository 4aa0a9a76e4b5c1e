import type { Suggestion } from '#modules/catalogue/schema.ts'
import { collections } from '../../../lib/router/navigation.ts'

/** An option of the list; each group of them has a heading. */
export type SearchOption =
  | { kind: 'product'; id: string; suggestion: Suggestion }
  | { kind: 'category'; id: string; path: string; label: string }
  | { kind: 'brand'; id: string; brand: string }
  | { kind: 'recent' | 'all'; id: string; text: string }
  | { kind: 'forget'; id: string }

const mostCategories = 3
const mostBrands = 2
const mostRecent = 2

/** The options for a typed text: earlier searches, categories, brands, products; for no text, the earlier searches. */
export function searchOptions(
  text: string,
  suggestions: readonly Suggestion[],
  recent: readonly string[],
): SearchOption[] {
  if (text === '' && recent.length > 0) return [...recent.map(recentOption), { kind: 'forget', id: 'forget' }]
  if (text === '') return []
  const found: SearchOption[] = [
    ...recent
      .filter((one) => isBegun(one, text))
      .slice(0, mostRecent)
      .map(recentOption),
    ...categoriesLike(text),
    ...brandsLike(text, suggestions),
    ...suggestions.map((suggestion): SearchOption => ({ kind: 'product', id: suggestion.id, suggestion })),
  ]
  return found.length === 0 ? [] : [...found, { kind: 'all', id: 'search-for-all', text }]
}

function recentOption(text: string): SearchOption {
  return { kind: 'recent', id: `recent ${text}`, text }
}

function isBegun(search: string, text: string): boolean {
  const [long, short] = [search.toLowerCase(), text.toLowerCase()]
  return long.startsWith(short) && long !== short
}

function categoriesLike(text: string): SearchOption[] {
  return collections
    .filter(({ label }) => hasWords(label, text))
    .slice(0, mostCategories)
    .map(({ path, label }) => ({ kind: 'category', id: `category ${path}`, path, label }))
}

function brandsLike(text: string, suggestions: readonly Suggestion[]): SearchOption[] {
  const brands = new Set(suggestions.map(({ brand }) => brand.trim()))
  return [...brands]
    .filter((brand) => hasWords(brand, text))
    .slice(0, mostBrands)
    .map((brand) => ({ kind: 'brand', id: `brand ${brand}`, brand }))
}

const minLetters = 2

/** Whether each typed word begins a word of the name. */
function hasWords(name: string, text: string): boolean {
  const words = wordsOf(name)
  const typed = wordsOf(text)
  return typed.join('').length >= minLetters && typed.every((one) => words.some((word) => word.startsWith(one)))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The options by group, in order, each with its place in the list. */
export function groupsOf(options: readonly SearchOption[]): { heading: string; members: [SearchOption, number][] }[] {
  const placed = options.map((option, place): [SearchOption, number] => [option, place])
  const groups = Map.groupBy(placed, ([option]) => headings[option.kind])
  return Array.from(groups, ([heading, members]) => ({ heading, members }))
}

const headings: Record<SearchOption['kind'], string> = {
  recent: 'Recent searches',
  forget: 'Recent searches',
  category: 'Categories',
  brand: 'Brands',
  product: 'Products',
  all: 'All results',
}
