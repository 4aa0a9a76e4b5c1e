import type { Product } from '#modules/catalogue/schema.ts'
import { isStatus } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct } from '../../lib/api/products.ts'

/** The devices in the URL; `missing` counts those that the shop no longer has. */
export type CompareData = { products: Product[]; missing: number }

export async function loadCompare(api: ApiClient, ids: readonly string[], signal: AbortSignal): Promise<CompareData> {
  const loaded = await Promise.all(ids.map((id) => fetchProduct(api, id, signal).catch(undefinedIfGone)))
  const products = loaded.filter((product) => product !== undefined)
  return { products, missing: ids.length - products.length }
}

function undefinedIfGone(error: unknown): undefined {
  if (!isStatus(error, 404)) throw error
}
