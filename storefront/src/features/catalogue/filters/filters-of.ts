import type { ApiFilters } from '../filter-panel/api-filters.ts'
import { isFiltered, type FilterParams } from './filter-params.ts'

/** The filters as the API accepts them. The code that reads them is fetched only if there are any. */
export async function filtersOf(search: FilterParams): Promise<ApiFilters> {
  return isFiltered(search) ? (await import('../filter-panel/api-filters.ts')).apiFilters(search) : {}
}
