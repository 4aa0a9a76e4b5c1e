import type { Product } from '#modules/catalogue/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { pageSize, type Page } from '../../lib/api/page.ts'
import { fetchCollection } from '../../lib/api/products.ts'
import { findCollection } from '../../lib/navigation.ts'
import { loadDelayMs, wait } from '../../lib/wait.ts'

type CollectionRequest = { category: string; page: number; signal: AbortSignal; preload: boolean }

/** Loaded only if the category is a collection of the navigation (spec §2), and 100 ms late (spec §7). */
export async function loadCollection(
  api: ApiClient,
  { category, page, signal, preload }: CollectionRequest,
): Promise<Page<Product>> {
  const collection = findCollection(category)
  if (!collection) return nothing
  if (!preload) await wait(loadDelayMs, signal)
  return fetchCollection(api, { category: collection.path, page, size: pageSize }, signal)
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
