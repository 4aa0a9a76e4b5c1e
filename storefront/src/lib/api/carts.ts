import type { Cart } from '#modules/cart/schema.ts'
import type { ApiClient } from './client.ts'

/** What pages show of the cart is the shopper's own copy, which is mirrored behind them. */
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

/** Binds the cart to the account; lines of an earlier cart of the account come along. */
export function claimCart(api: ApiClient, cartId: string): Promise<Cart> {
  return api.command({ ...mirrored, method: 'POST', path: `${cartPath(cartId)}/claim`, needsLogin: true })
}
