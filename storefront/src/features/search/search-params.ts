import type { SearchInput } from '#modules/catalogue/schema.ts'
import { findCollection } from '../../lib/navigation.ts'
import { parsePage } from '../../lib/pagination.ts'

type Sort = NonNullable<SearchInput['sort']>

/** The orders in which results can be shown, and what a person calls them. */
export const sortings: readonly { sort: Sort; label: string }[] = [
  { sort: 'relevance', label: 'Best match' },
  { sort: 'newest', label: 'Newest' },
  { sort: 'price-asc', label: 'Price: low to high' },
  { sort: 'price-desc', label: 'Price: high to low' },
]

/** A search as its address says it: `/search?q=monitor&brand=Aarogya&sort=price-asc&page=2`. */
export type SearchParams = {
  q: string
  category?: string | undefined
  brand?: string | undefined
  company?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  sort?: Sort | undefined
  page?: number | undefined
}

/** Reads an address; what makes no sense in it is left out. */
export function readSearchParams(search: Record<string, unknown>): SearchParams {
  return {
    q: text(search['q'], 200) ?? '',
    category: findCollection(text(search['category'], 60) ?? '')?.path,
    brand: text(search['brand'], 120),
    company: text(search['company'], 120),
    minPrice: price(search['minPrice']),
    maxPrice: price(search['maxPrice']),
    sort: sortings.find(({ sort }) => sort === search['sort'] && sort !== 'relevance')?.sort,
    page: parsePage(search['page']),
  }
}

/** The heading of spec §2. */
export function searchTitle(q: string): string {
  return `Search Results for "${q}"`
}

/** Whether anything besides the words narrows the search. */
export function isFiltered(search: SearchParams): boolean {
  const { category, brand, company, minPrice, maxPrice } = search
  return [category, brand, company, minPrice, maxPrice].some((value) => value !== undefined)
}

/** A number is text too: somebody searches for a model such as 500. */
function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, maxLength) || undefined
}

function price(value: unknown): number | undefined {
  const rupees = typeof value === 'string' ? Number(value) : value
  if (typeof rupees !== 'number' || !Number.isFinite(rupees) || rupees <= 0) return undefined
  return Math.min(Math.round(rupees), 100_000_000)
}
