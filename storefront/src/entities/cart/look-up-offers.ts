import { ApiError, isStatus } from '../../lib/api/api-error.ts'
import { fetchCart } from '../../lib/api/carts.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchProduct } from '../../lib/api/products.ts'
import type { Offers } from './cart-changes.ts'
import type { CartItem } from './cart.ts'

type Lines = { cartId: string | null; items: readonly Pick<CartItem, 'id'>[] }

/**
 * Looks up the current prices of these lines: one call for the server's cart, and one for each product that has not
 * arrived there. @throws ApiError if the shop is unavailable
 */
export async function lookUpOffers(api: ApiClient, { cartId, items }: Lines, signal?: AbortSignal): Promise<Offers> {
  const mirrored = cartId === null ? new Map() : await offersOf(api, cartId, signal)
  const found = await Promise.all(
    items.map(async ({ id }) => [id, mirrored.has(id) ? mirrored.get(id) : await offerOf(api, id, signal)] as const),
  )
  return new Map(found)
}

/** Empty if the cart belongs to another account or has not arrived. */
async function offersOf(api: ApiClient, cartId: string, signal?: AbortSignal): Promise<Offers> {
  try {
    const { items } = await fetchCart(api, cartId, signal)
    return new Map(items.map(({ id, price, available }) => [id, available ? { price } : undefined]))
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 429) return new Map()
    throw error
  }
}

async function offerOf(api: ApiClient, id: string, signal?: AbortSignal): Promise<{ price: number } | undefined> {
  try {
    return await fetchProduct(api, id, signal)
  } catch (error) {
    if (isStatus(error, 404)) return undefined
    throw error
  }
}
