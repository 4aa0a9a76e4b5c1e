import type { Product } from '#modules/catalogue/schema.ts'
import { isStatus } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct } from '../../lib/api/products.ts'

/** The product as it is now; `null` if the shop no longer has it. @throws ApiError if the shop is unavailable */
export async function findProduct(api: ApiClient, id: string, signal?: AbortSignal): Promise<Product | null> {
  try {
    return await fetchProduct(api, id, signal)
  } catch (error) {
    if (isStatus(error, 404)) return null
    throw error
  }
}
