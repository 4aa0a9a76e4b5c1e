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
