import { addressText } from '../../../lib/router/address-text.ts'
import { readFilterParams, type FilterParams } from '../filters/filter-params.ts'

/** The search parameters in the URL of a search: `/search?q=monitor&brand=Aarogya&sort=price-asc&page=2`. */
export type SearchParams = FilterParams & { q: string }

/** Parses the search parameters of a URL; drops invalid values. */
export function readSearchParams(search: Record<string, unknown>): SearchParams {
  return { q: addressText(search['q'], 200) ?? '', ...readFilterParams(search, 'relevance') }
}

/** The heading of spec §2. */
export function searchTitle(q: string): string {
  return `Search Results for "${q}"`
}

/** Single words to search for instead, if the whole query finds nothing. */
export function simplerSearches(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word.length > 2)
  return words.length > 1 ? [...new Set(words)].slice(0, 4) : []
}
