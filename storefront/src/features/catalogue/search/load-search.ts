import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { pageSize } from '../../../lib/api/page.ts'
import { searchProducts, type SearchResponse } from '../../../lib/api/products.ts'
import { pageOrLast } from '../../../lib/router/last-page.ts'
import { pageIndex } from '../../../lib/router/pagination.ts'
import { loadDelayMs, wait } from '../../../lib/router/wait.ts'
import { filtersOf } from '../filters/filters-of.ts'
import type { SearchParams } from './search-params.ts'

/** The message to show, and the status of the response; 0 if there was none. */
type SearchFailure = { message: string; status: number }
export type SearchScreenData = {
  result: SearchResponse
  failure?: SearchFailure
  /** Whether the server searched, for the page that it rendered. */
  isRenderedByServer?: boolean
}

type SearchRequest = { search: SearchParams; location: { href: string }; signal: AbortSignal }

/** Searches after a delay of 100 ms (spec §7). A failed search resolves to no results and a message (spec §8). */
export async function loadSearch(
  api: ApiClient,
  { search: { q, page, sort, ...filters }, location, signal }: SearchRequest,
): Promise<SearchScreenData> {
  if (q === '') return { result: nothing }
  await wait(loadDelayMs, signal)
  try {
    const search = { text: q, sort, ...(await filtersOf(filters)), page: pageIndex(page), size: pageSize }
    const result = pageOrLast(await searchProducts(api, search, signal), location)
    return { result, isRenderedByServer: import.meta.env.SSR }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { result: nothing, failure: { message: messageOf(error), status: error.status } }
  }
}

const nothing: SearchResponse = {
  content: [],
  first: true,
  last: true,
  number: 0,
  size: pageSize,
  totalElements: 0,
  totalPages: 0,
  facets: { category: {}, brand: {}, company: {} },
  attributeFacets: {},
}
