import type { Cart } from '#modules/cart/schema.ts'
import type { ApiClient } from './client.ts'

/** Pages show the shopper's copy of the cart, so these commands do not make them stale. */
const mirrored = { keepsPages: true }

const cartPath = (cartId: string) => `/carts/${encodeURIComponent(cartId)}`

export function fetchCart(api: ApiClient, cartId: string, signal?: AbortSignal): Promise<Cart> {
  return api.query(cartPath(cartId), { signal })
}

export function putCartLine(api: ApiClient, cartId: string, line: { id: string; quantity: number }): Promise<Cart> {
  const path = `${cartPath(cartId)}/items/${encodeURIComponent(line.id)}`
  return api.command({ ...mirrored, method: 'PUT', path, body: { quantity: line.quantity } })
}

export function emptyCart(api: ApiClient, cartId: string): Promise<Cart> {
  return api.command({ ...mirrored, method: 'DELETE', path: `${cartPath(cartId)}/items` })
}

/** Claims the cart for the account, and merges the account's earlier cart into it. */
export function claimCart(api: ApiClient, cartId: string): Promise<Cart> {
  return api.command({ ...mirrored, method: 'POST', path: `${cartPath(cartId)}/claim`, needsLogin: true })
}
