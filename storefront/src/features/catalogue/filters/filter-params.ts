import type { SearchInput } from '#modules/catalogue/schema.ts'
import { addressText } from '../../../lib/router/address-text.ts'
import { formatExactPrice } from '../../../lib/format/format.ts'
import { categoryLabel, findCollection } from '../../../lib/router/navigation.ts'
import { parsePage } from '../../../lib/router/pagination.ts'

export type Sort = NonNullable<SearchInput['sort']>

/** The filters and sorting in the URL of a list: `?brand=Aarogya&minPrice=5000&sort=price-asc&page=2`. */
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
}

const sorts: readonly Sort[] = ['relevance', 'newest', 'price-asc', 'price-desc']

/** Parses the search parameters of a URL; drops invalid values, and the sorting that is the default of the list. */
export function readFilterParams(search: Record<string, unknown>, usualSort: Sort): FilterParams {
  const sort = sorts.find((one) => one === search['sort'])
  return {
    category: findCollection(addressText(search['category'], 60) ?? '')?.path,
    brand: addressText(search['brand'], 120),
    company: addressText(search['company'], 120),
    minPrice: readPrice(search['minPrice']),
    maxPrice: readPrice(search['maxPrice']),
    sort: sort === usualSort ? undefined : sort,
    page: parsePage(search['page']),
  }
}

/** As `readFilterParams`, for a collection: its category is in the path. */
export function readCollectionParams(search: Record<string, unknown>): FilterParams {
  return { ...readFilterParams(search, 'newest'), category: undefined }
}

/** Whether any filter is active. */
export function isFiltered(search: FilterParams): boolean {
  return activeFilters(search).length > 0
}

/** An active filter: its label, and the change that removes it. */
export type ActiveFilter = { label: string; removed: Partial<FilterParams> }

export function activeFilters({ category, brand, company, minPrice, maxPrice }: FilterParams): ActiveFilter[] {
  const filters: (ActiveFilter | false)[] = [
    category !== undefined && { label: `Category: ${categoryLabel(category)}`, removed: { category: undefined } },
    brand !== undefined && { label: `Brand: ${brand}`, removed: { brand: undefined } },
    company !== undefined && { label: `Company: ${company}`, removed: { company: undefined } },
    (minPrice ?? maxPrice) !== undefined && {
      label: priceLabel(minPrice, maxPrice),
      removed: { minPrice: undefined, maxPrice: undefined },
    },
  ]
  return filters.filter((filter) => filter !== false)
}

/** The change that removes every filter but keeps the query and the sorting. */
export const noFilters = {
  category: undefined,
  brand: undefined,
  company: undefined,
  minPrice: undefined,
  maxPrice: undefined,
} as const satisfies Partial<FilterParams>

function priceLabel(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `Up to ${formatExactPrice(to)}`
  return to === undefined ? `From ${formatExactPrice(from)}` : `${formatExactPrice(from)} to ${formatExactPrice(to)}`
}

/** The highest price that the shop accepts: 5 crore rupees. */
const mostRupees = 50_000_000

/** In rupees with at most two decimals. */
function readPrice(value: unknown): number | undefined {
  const rupees = typeof value === 'string' ? Number(value) : value
  if (typeof rupees !== 'number' || !Number.isFinite(rupees) || rupees <= 0) return undefined
  return Math.min(Math.round(100 * rupees) / 100, mostRupees)
}

export type PriceRange = Pick<FilterParams, 'minPrice' | 'maxPrice'>

/** Parses two typed amounts; an empty one sets no limit. Returns a message for the field that is invalid. */
export function readPriceRange(from: string, to: string): PriceRange | { field: keyof PriceRange; message: string } {
  const [minPrice, maxPrice] = [from, to].map((text) => text.replaceAll(/[,\s₹]/g, ''))
  for (const [field, text] of [['minPrice', minPrice] as const, ['maxPrice', maxPrice] as const])
    if (text !== undefined && !/^\d*(\.\d*)?$/.test(text))
      return { field, message: 'Enter an amount in rupees, such as 5000' }
  const range = { minPrice: readPrice(minPrice), maxPrice: readPrice(maxPrice) }
  if (range.minPrice !== undefined && range.maxPrice !== undefined && range.minPrice > range.maxPrice)
    return { field: 'maxPrice', message: 'Must not be less than the amount from which to start' }
  return range
}
