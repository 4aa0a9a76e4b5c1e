import type { Product } from '#modules/catalogue/schema.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { pageSize, type Page } from '../../../lib/api/page.ts'
import { fetchCollection, fetchProducts, searchProducts } from '../../../lib/api/products.ts'
import { pageOrLast } from '../../../lib/router/last-page.ts'
import { findCollection } from '../../../lib/router/navigation.ts'
import { pageIndex } from '../../../lib/router/pagination.ts'
import { loadDelayMs, wait } from '../../../lib/router/wait.ts'
import type { ListFacets } from '../filter-panel/filters.tsx'
import { isFiltered, type FilterParams } from '../filters/filter-params.ts'
import { filtersOf } from '../filters/filters-of.ts'

/** `facets` is `undefined` if they could not be counted: a list without filters is better than none. */
export type CollectionData = {
  page: Page<Product>
  facets: ListFacets | undefined
  /** The text that the breadcrumb shows for an unknown collection. */
  crumb?: string
}

export type CollectionRequest = {
  /** Omitted: all products. */
  category?: string
  search: FilterParams
  location: { href: string }
  signal: AbortSignal
  preload: boolean
}

/** Loads a category only if it is a collection of the navigation (spec §2), after a delay of 100 ms (spec §7). */
export async function loadCollection(
  api: ApiClient,
  { category, search, location, signal, preload }: CollectionRequest,
): Promise<CollectionData> {
  const collection = category === undefined ? undefined : findCollection(category)
  if (category !== undefined) {
    if (!collection) return { page: nothing, facets: undefined, crumb: 'Page not found' }
    if (!preload) await wait(loadDelayMs, signal)
  }
  const list = { ...search, category: collection?.path }
  const isNarrowed = isFiltered({ ...search, category: undefined }) || search.sort !== undefined
  const { page, facets } = await (isNarrowed ? narrowed : whole)(api, list, signal)
  return { page: pageOrLast(page, location), facets }
}

async function narrowed(api: ApiClient, { page, sort = 'newest', ...filters }: FilterParams, signal: AbortSignal) {
  const query = { text: '', sort, ...(await filtersOf(filters)), page: pageIndex(page), size: pageSize }
  const { facets, attributeFacets, ...found } = await searchProducts(api, query, signal)
  return { page: found, facets: { ...facets, attributes: attributeFacets } }
}

/** Makes the calls of spec §7, and in parallel one that counts the facets. */
async function whole(api: ApiClient, { category, page: number }: FilterParams, signal: AbortSignal) {
  const paging = { page: pageIndex(number), size: pageSize }
  const counted = { text: '', sort: 'newest' as const, category, page: 0, size: 1 }
  const [page, counts] = await Promise.all([
    category === undefined ? fetchProducts(api, paging, signal) : fetchCollection(api, { category, ...paging }, signal),
    searchProducts(api, counted, signal).then(
      ({ facets, attributeFacets }) => ({ ...facets, attributes: attributeFacets }),
      () => undefined,
    ),
  ])
  return { page, facets: counts }
}

const nothing = {
  content: [],
  first: true,
  last: true,
  number: 0,
  size: pageSize,
  totalElements: 0,
  totalPages: 0,
}
