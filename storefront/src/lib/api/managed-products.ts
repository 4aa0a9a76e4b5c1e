import type {
  ManagedFilters,
  ManagedProduct,
  Product,
  ProductInput,
  ProductSort,
  UploadedPicture,
} from '#modules/catalogue/schema.ts'
import type { ApiClient } from './client.ts'
import type { HistoryEntry } from './orders.ts'
import type { Page } from './page.ts'

/** The part of the list to load; newest first if `sort` is left out. */
export type ManagedSearch = {
  page: number
  size: number
  sort?: ProductSort | undefined
  text?: string | undefined
  state?: 'deleted' | undefined
  category?: string | undefined
  brand?: string | undefined
  company?: string | undefined
  stock?: ManagedFilters['stock']
  /** The days of the last change. */
  from?: string | undefined
  to?: string | undefined
}

const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`

/** The catalogue for admins: each product with its revision. */
export function fetchManaged(
  api: ApiClient,
  search: ManagedSearch,
  signal?: AbortSignal,
): Promise<Page<ManagedProduct>> {
  return api.query('/catalogue/products', { search, signal, needsLogin: true })
}

/** The brands or companies in which this text occurs, in alphabetical order; 20 at most. */
export function fetchProductNames(
  api: ApiClient,
  search: { of: 'brand' | 'company'; text?: string | undefined },
  signal?: AbortSignal,
): Promise<string[]> {
  return api.query('/catalogue/names', { search, signal, needsLogin: true })
}

export function fetchManagedProduct(api: ApiClient, id: string, signal?: AbortSignal): Promise<ManagedProduct> {
  return api.query(`/catalogue${pathOf(id)}`, { signal, needsLogin: true })
}

export function fetchProductHistory(api: ApiClient, id: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return api.query(`${pathOf(id)}/history`, { signal, needsLogin: true })
}

export function createProduct(api: ApiClient, body: ProductInput, idempotencyKey: string): Promise<Product> {
  return api.command({ method: 'POST', path: '/products', body, idempotencyKey, needsLogin: true })
}

/** Changes a product if it is still at the revision that the user has seen. */
export function updateProduct(
  api: ApiClient,
  { id, revision }: Pick<ManagedProduct, 'id' | 'revision'>,
  body: ProductInput,
): Promise<Product> {
  return api.command({ method: 'PUT', path: pathOf(id), body, ifMatch: revision, needsLogin: true })
}

export function deleteProduct(api: ApiClient, id: string): Promise<void> {
  return api.command({ method: 'DELETE', path: pathOf(id), needsLogin: true })
}

/** Restores a deleted product. */
export function restoreProduct(api: ApiClient, id: string): Promise<Product> {
  return api.command({ method: 'POST', path: `${pathOf(id)}/restore`, needsLogin: true })
}

/** Uploads a picture for a product, or for one that is not added yet. It is kept once a product is saved with its `url`. */
export function uploadPicture(api: ApiClient, productId: string | undefined, file: File): Promise<UploadedPicture> {
  const form = new FormData()
  form.set('file', file)
  const path = productId === undefined ? '/products/images' : `${pathOf(productId)}/images`
  return api.command({ method: 'POST', path, form, keepsPages: true, needsLogin: true })
}
