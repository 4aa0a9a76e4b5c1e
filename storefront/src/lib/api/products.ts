import type {
  AttributeFacets,
  Facets,
  FoundProduct,
  GenericNames,
  Nearest,
  Product,
  ResolvedLines,
  ResolveInput,
  SearchInput,
  SimilarProduct,
  Suggestions,
} from '#modules/catalogue/schema.ts'
import type { ApiClient, Command } from './client.ts'
import type { Page } from './page.ts'

type Paging = { page: number; size: number }

export type SearchResponse = Page<FoundProduct> & {
  facets: Facets
  attributeFacets: AttributeFacets
  didYouMean?: string
  foundAsTyped?: true
  genericNames?: GenericNames
  nearest?: Nearest
}

const segment = encodeURIComponent

export function fetchProducts(api: ApiClient, search: Paging, signal?: AbortSignal): Promise<Page<Product>> {
  return api.query('/products', { search, signal })
}

export function fetchNewest(api: ApiClient, number: number, signal?: AbortSignal): Promise<Product[]> {
  return api.query('/products/newest', { search: { number }, signal })
}

export function fetchCollection(
  api: ApiClient,
  { category, ...search }: Paging & { category: string },
  signal?: AbortSignal,
): Promise<Page<Product>> {
  return api.query(`/products/collection/${segment(category)}`, { search, signal })
}

export function fetchProduct(api: ApiClient, id: string, signal?: AbortSignal): Promise<Product> {
  return api.query(`/products/${segment(id)}`, { signal })
}

export function searchProducts(
  api: ApiClient,
  { page, size, ...body }: SearchInput & Paging,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  return api.query('/products/search', { search: { page, size }, body, signal })
}

export function fetchSuggestions(api: ApiClient, text: string, signal?: AbortSignal): Promise<Suggestions> {
  return api.query('/search/suggestions', { search: { text, size: 8 }, signal })
}

/** The number of similar products on the product page (spec §7). */
export const similarLimit = 10

export function fetchSimilar(api: ApiClient, id: string): Promise<SimilarProduct[]> {
  return api.query(`/products/product/${segment(id)}`, { search: { size: similarLimit } })
}

/** The same-brand lookup: by company, the first page of ten (spec §7). */
export function fetchSameBrand(api: ApiClient, company: string): Promise<Page<Product>> {
  return api.query(`/products/company/${segment(company)}`, { search: { page: 0, size: 10 } })
}

/** The products of a list of codes. */
export function resolveCodes(
  api: ApiClient,
  lines: ResolveInput['lines'],
  options: Pick<Command, 'isFinal' | 'signal'> = {},
): Promise<ResolvedLines> {
  return api.command({ method: 'POST', path: '/products/resolve', body: { lines }, keepsPages: true, ...options })
}
