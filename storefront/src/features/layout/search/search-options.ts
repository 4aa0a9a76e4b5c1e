import type { Suggestion, Suggestions } from '#modules/catalogue/schema.ts'
import { categoryLabel } from '../../../lib/router/navigation.ts'

/** An option of the list; each group of them has a heading. */
export type SearchOption =
  | { kind: 'product'; id: string; suggestion: Suggestion }
  | { kind: 'category'; id: string; path: string; label: string }
  | { kind: 'brand'; id: string; brand: string }
  | { kind: 'recent' | 'all'; id: string; text: string }
  | { kind: 'clear-recent'; id: string }

const mostCategories = 3
const mostBrands = 2
const mostRecent = 2

/** The options for a typed text: earlier searches, categories, brands, products; for no text, the earlier searches. */
export function searchOptions(
  text: string,
  { products, categories, brands }: Suggestions,
  recent: readonly string[],
): SearchOption[] {
  if (text === '' && recent.length > 0)
    return [...recent.map(recentOption), { kind: 'clear-recent', id: 'clear-recent' }]
  if (text === '') return []
  const found: SearchOption[] = [
    ...recent
      .filter((one) => isBegun(one, text))
      .slice(0, mostRecent)
      .map(recentOption),
    ...categories.slice(0, mostCategories).map(categoryOption),
    ...brands.slice(0, mostBrands).map((brand): SearchOption => ({ kind: 'brand', id: `brand ${brand}`, brand })),
    ...products.map((suggestion): SearchOption => ({ kind: 'product', id: suggestion.id, suggestion })),
  ]
  return found.length === 0 ? [] : [...found, { kind: 'all', id: 'search-for-all', text }]
}

function recentOption(text: string): SearchOption {
  return { kind: 'recent', id: `recent ${text}`, text }
}

function categoryOption(path: string): SearchOption {
  return { kind: 'category', id: `category ${path}`, path, label: categoryLabel(path) }
}

function isBegun(search: string, text: string): boolean {
  const [long, short] = [search.toLowerCase(), text.toLowerCase()]
  return long.startsWith(short) && long !== short
}

/** The options by group, in order, each with its place in the list. */
export function groupsOf(options: readonly SearchOption[]): { heading: string; members: [SearchOption, number][] }[] {
  const placed = options.map((option, place): [SearchOption, number] => [option, place])
  const groups = Map.groupBy(placed, ([option]) => headings[option.kind])
  return Array.from(groups, ([heading, members]) => ({ heading, members }))
}

const headings: Record<SearchOption['kind'], string> = {
  recent: 'Recent searches',
  'clear-recent': 'Recent searches',
  category: 'Categories',
  brand: 'Brands',
  product: 'Products',
  all: 'All results',
}
