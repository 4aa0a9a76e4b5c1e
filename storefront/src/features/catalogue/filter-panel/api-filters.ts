import type { SearchInput } from '#modules/catalogue/schema.ts'
import { findCollection } from '../../../lib/router/navigation.ts'
import type { FilterParams } from '../filters/filter-params.ts'
import { attributesIn } from './attributes.ts'
import { valuesIn } from './values.ts'

export type ApiFilters = Pick<SearchInput, 'category' | 'brand' | 'company' | 'minPrice' | 'maxPrice' | 'filters'>

/** The filters of an address as the API takes them. */
export function apiFilters(search: FilterParams): ApiFilters {
  const { category, brand, company, minPrice, maxPrice } = search
  const filters = attributesIn(search)
  return {
    ...several(
      'category',
      valuesIn(category).flatMap((path) => findCollection(path)?.path ?? []),
    ),
    ...several('brand', valuesIn(brand)),
    ...several('company', valuesIn(company)),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(Object.keys(filters).length > 0 && { filters }),
  }
}

/** The API accepts no more values, and no longer ones. */
const [maxValues, maxLength] = [50, 120]

function several(name: 'category' | 'brand' | 'company', values: readonly string[]): ApiFilters {
  return values.length > 0 ? { [name]: values.slice(0, maxValues).map((value) => value.slice(0, maxLength)) } : {}
}
