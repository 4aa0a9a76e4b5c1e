import { LRUCache } from 'lru-cache'
import { Rejection } from '#core/domain/errors.ts'

/** The use of a cart, as its stream records it. `free`: unknown, or open and not claimed by another account. */
export type CartUse = 'free' | 'ordered' | 'of-another-account'

/** The use of a cart from the point of view of an account. */
export type FindCartUse = (cartId: string, accountId: string) => Promise<CartUse>

export type OrderOfCart = { cartId: string; accountId: string; commandId: string }

/** Runs `place` unless the cart has been ordered or belongs to another account. @throws Rejection naming `cartId` */
export type PlaceOnce = <T>(order: OrderOfCart, place: () => Promise<T>) => Promise<T>

/** More than are ordered before the reactor `cart-check-out` has ended them. */
const mostRecent = 10_000

/**
 * Lets each cart become one order. A cart's stream ends shortly after its order is placed, so until then this process
 * remembers the carts that it has ordered.
 */
export function placeOncePerCart(findCartUse: FindCartUse): PlaceOnce {
  /** Command ids by cart id in lower case. */
  const recent = new LRUCache<string, string>({ max: mostRecent })
  return async ({ cartId, accountId, commandId }, place) => {
    const key = cartId.toLowerCase()
    if ((recent.get(key) ?? commandId) !== commandId) throw refusals.ordered()
    recent.set(key, commandId)
    try {
      const use = await findCartUse(cartId, accountId)
      if (use !== 'free') throw refusals[use]()
      return await place()
    } catch (error) {
      recent.delete(key)
      throw error
    }
  }
}

const refusals = {
  ordered: () => refusal('This cart has already been ordered: to order its products again, start a new cart'),
  'of-another-account': () => refusal('This cart belongs to another account: start a new cart'),
}

function refusal(message: string): Rejection {
  return new Rejection('conflict', message, { errors: [{ field: 'cartId', defaultMessage: message }] })
}
