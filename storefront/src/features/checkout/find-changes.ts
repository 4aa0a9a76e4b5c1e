import { isStatus } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct } from '../../lib/api/products.ts'
import { lineChanges, type LineChange } from '../../lib/cart/cart-changes.ts'
import type { CartItem } from '../../lib/cart/cart.ts'

/** What changed about the cart after the shop refused an order of it; nothing where the prices cannot be looked up. */
export async function changesBehind(api: ApiClient, error: unknown, items: readonly CartItem[]): Promise<LineChange[]> {
  if (!isStatus(error, 409)) return []
  try {
    return await findChanges(api, items)
  } catch {
    return []
  }
}

/** Looks up today's prices of what is in the cart: which lines cost something else now or are gone. */
async function findChanges(api: ApiClient, items: readonly CartItem[]): Promise<LineChange[]> {
  const products = await Promise.all(
    items.map(async ({ id }) => [id, await fetchProduct(api, id).catch(undefinedIfGone)] as const),
  )
  return lineChanges(items, new Map(products))
}

function undefinedIfGone(error: unknown): undefined {
  if (!isStatus(error, 404)) throw error
}
