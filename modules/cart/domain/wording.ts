import type { Sentences } from '#core/module/manifest.ts'
import type { cartEvents } from './events.ts'

/** Sentences for the admin's history; the actor's name precedes each. */
export const cartSentences: Sentences<typeof cartEvents> = {
  CartItemQuantitySet: ({ data }) => `put ${data.quantity} of product ${data.productId} into the cart`,
  CartItemRemoved: ({ data }) => `took product ${data.productId} out of the cart`,
  CartCleared: ({ data }) => (data.mergedInto ? `merged this cart into cart ${data.mergedInto}` : 'emptied the cart'),
  CartClaimed: ({ data }) =>
    data.mergedFrom ? 'claimed the cart, and merged an earlier one into it' : 'claimed the cart',
  CartCheckedOut: ({ data }) => `turned the cart into order ${data.orderId}`,
}
