import { addressText } from '../../../lib/router/address-text.ts'
import { readFilterParams, type FilterParams } from '../filters/filter-params.ts'

/** A search as its address says it: `/search?q=monitor&brand=Aarogya&sort=price-asc&page=2`. */
export type SearchParams = FilterParams & { q: string }

/** Reads an address; what makes no sense in it is left out. */
export function readSearchParams(search: Record<string, unknown>): SearchParams {
  return { q: addressText(search['q'], 200) ?? '', ...readFilterParams(search, 'relevance') }
}

/** The heading of spec §2. */
export function searchTitle(q: string): string {
  return `Search Results for "${q}"`
}

/** Single words to search for instead, where all of them together found nothing. */
export function simplerSearches(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word.length > 2)
  return words.length > 1 ? [...new Set(words)].slice(0, 4) : []
}
