import { Type } from 'typebox'
import type { EventDefinitions } from '#core/event-store/event-definition.ts'
import { inCategory } from '#core/event-store/ownership/stream-category.ts'
import type { EventOf } from '#core/domain/decider.ts'

/** The browser makes it; upper case means the same cart. */
export const CartId = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  message: 'The cart id must be a UUID',
  examples: ['3f2b8c1e-5d0a-4c7e-9b1f-2a6d4e8f0c11'],
})

/** So many pieces of the product are in the cart now. */
const CartItemQuantitySet = Type.Object({ productId: Type.String(), quantity: Type.Integer({ minimum: 1 }) })

/** None of the product is in the cart any more. */
const CartItemRemoved = Type.Object({ productId: Type.String() })

/** Emptied; `mergedInto` names the cart that took its lines over, which ends this one. */
const CartCleared = Type.Object({ mergedInto: Type.Optional(Type.String()) })

/** From now on it belongs to an account, and nobody else may see it; `mergedFrom` names the account's cart of before. */
const CartClaimed = Type.Object({ accountId: Type.String(), mergedFrom: Type.Optional(Type.String()) })

/** It became an order: the end of this cart's life. */
const CartCheckedOut = Type.Object({ orderId: Type.String() })

/** Ids are UUIDs in lower case. */
const cart = { name: 'cart', id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/ }

const ids = 'Ids that the shop makes.'

export const cartEvents = inCategory(cart, {
  CartItemQuantitySet: { version: 1, schema: CartItemQuantitySet, notPersonal: { [ids]: ['productId'] } },
  CartItemRemoved: { version: 1, schema: CartItemRemoved, notPersonal: { [ids]: ['productId'] } },
  CartCleared: { version: 1, schema: CartCleared, notPersonal: { [ids]: ['mergedInto'] } },
  CartClaimed: { version: 1, schema: CartClaimed, notPersonal: { [ids]: ['accountId', 'mergedFrom'] } },
  CartCheckedOut: { version: 1, schema: CartCheckedOut, notPersonal: { [ids]: ['orderId'] } },
}) satisfies EventDefinitions

export type CartEvent = EventOf<typeof cartEvents>

const prefix = `${cart.name}-`

/** The stream of one cart; upper and lower case of its id name the same. */
export function cartStream(cartId: string): string {
  return prefix + cartId.toLowerCase()
}

/** The cart's id, in lower case; of a stream that `cartStream` has named. */
export function cartIdOf(stream: string): string {
  return stream.slice(prefix.length)
}
