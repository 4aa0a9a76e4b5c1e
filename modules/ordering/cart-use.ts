import { EngineUnavailable, Rejection } from '#core/domain/errors.ts'
import type { CartReservations } from './tables.ts'

/** The use of a cart, as its stream records it. `free`: unknown, or open and not claimed by another account. */
export type CartUse = 'free' | 'ordered' | 'of-another-account'

/** The use of a cart from the point of view of an account. */
export type FindCartUse = (cartId: string, accountId: string) => Promise<CartUse>

/** `isRetry`: an earlier attempt of the command may still be placing the order. */
export type OrderOfCart = { cartId: string; accountId: string; commandId: string; isRetry: boolean }

/** Runs `place` unless the cart has been ordered or belongs to another account. @throws Rejection naming `cartId` */
export type PlaceOnce = <T>(order: OrderOfCart, place: () => Promise<T>) => Promise<T>

/**
 * Lets each cart become one order, whichever process takes it. A cart's stream ends shortly after its order is placed;
 * until then, the reservation excludes a second one.
 */
export function placeOncePerCart(reservations: CartReservations, findCartUse: FindCartUse): PlaceOnce {
  return async ({ cartId, accountId, commandId, isRetry }, place) => {
    if (!(await reservations.reserve(cartId, commandId))) throw refusals.ordered()
    try {
      const use = await findCartUse(cartId, accountId)
      if (use !== 'free') throw refusals[use]()
      return await place()
    } catch (error) {
      // After a failed release, the same request can still be repeated, and the cart is free again within a day.
      if (!isRetry && placedNothing(error)) await reservations.release(cartId, commandId).catch(ignoreUnavailable)
      throw error
    }
  }
}

function placedNothing(error: unknown): boolean {
  return error instanceof Rejection || (error instanceof EngineUnavailable && error.outcome === 'none')
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof EngineUnavailable)) throw error
}

const refusals = {
  ordered: () => refusal('This cart has already been ordered: to order its products again, start a new cart'),
  'of-another-account': () => refusal('This cart belongs to another account: start a new cart'),
}

function refusal(message: string): Rejection {
  return new Rejection('conflict', message, { errors: [{ field: 'cartId', defaultMessage: message }] })
}
