import type { SearchInput } from '#modules/catalogue/schema.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { findCollection } from '../../../lib/router/navigation.ts'
import { parsePage } from '../../../lib/router/pagination.ts'

export type Sort = NonNullable<SearchInput['sort']>

/** `is.Alarm` has the values of a specification, `min.Weight (kg)` and `max.Weight (kg)` its least and greatest number. */
export type AttributeParam = `${'is' | 'min' | 'max'}.${string}`

/** A parameter that holds several values, of which one must match. */
export type TextParam = 'category' | 'brand' | 'company' | `is.${string}`

/**
 * The filters and sorting in the URL of a list:
 * `?brand=Aarogya|Nirog&minPrice=5000&max.Weight (kg)=4&sort=price-asc&page=2`.
 */
export type FilterParams = {
  category?: string | undefined
  brand?: string | undefined
  company?: string | undefined
  /** Rupees. */
  minPrice?: number | undefined
  /** Rupees. */
  maxPrice?: number | undefined
  sort?: Sort | undefined
  page?: number | undefined
  [attribute: AttributeParam]: string | undefined
}

const sorts: readonly Sort[] = ['relevance', 'newest', 'price-asc', 'price-desc']

/** Parses the search parameters of a URL; drops invalid values, and the sorting that is the default of the list. */
export function readFilterParams(search: Record<string, unknown>, usualSort: Sort): FilterParams {
  const sort = sorts.find((one) => one === search['sort'])
  const category = textIn(search['category'])
  const attributes = Object.entries(search).filter(
    ([param, value]) => param.includes('.') && isFilter(param) && textIn(value),
  )
  return {
    category: category?.split('|').some(findCollection) ? category : undefined,
    brand: textIn(search['brand']),
    company: textIn(search['company']),
    minPrice: readPrice(search['minPrice']),
    maxPrice: readPrice(search['maxPrice']),
    sort: sort === usualSort ? undefined : sort,
    page: parsePage(search['page']),
    ...Object.fromEntries(attributes),
  }
}

const textIn = (value: unknown) => addressText(value, 1_000)

/** As `readFilterParams`, for a collection: its category is in the path. */
export function readCollectionParams(search: Record<string, unknown>): FilterParams {
  return { ...readFilterParams(search, 'newest'), category: undefined }
}

/** Whether any filter is active. The search of a page also holds the parameters that no route reads. */
export function isFiltered(search: FilterParams): boolean {
  return Object.entries(search).some(([param, value]) => value && isFilter(param))
}

/** Whether the parameter of a list filters it. */
export const isFilter = (param: string) => /^(category|brand|company|minPrice|maxPrice|(is|min|max)\..+)$/.test(param)

/** The highest price that the shop accepts: 5 crore rupees. */
const mostRupees = 50_000_000

/** In rupees with at most two decimals. */
export function readPrice(value: unknown): number | undefined {
  const rupees = typeof value === 'string' ? Number(value) : value
  if (typeof rupees !== 'number' || !Number.isFinite(rupees) || rupees <= 0) return undefined
  return Math.min(Math.round(100 * rupees) / 100, mostRupees)
}
