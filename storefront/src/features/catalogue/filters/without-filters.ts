import { isFilter, type FilterParams } from './filter-params.ts'

/** The change that removes every filter but keeps the query and the sorting. */
export function withoutFilters(search: FilterParams): Partial<FilterParams> {
  const filters = Object.keys(search).filter(isFilter)
  return Object.fromEntries(filters.map((param) => [param, undefined]))
}
