import { Type, type Static } from 'typebox'

/** The maximum number of lines of a cart, and the maximum quantity of a product. */
export const maxCartLines = 100
export const maxLineQuantity = 9_999

/** 0 or less removes the line (spec §4). */
export const QuantityInput = Type.Object({
  quantity: Type.Integer({
    maximum: maxLineQuantity,
    message: `Quantity must be a whole number up to ${maxLineQuantity}`,
    missing: 'Quantity is missing: send the number of pieces, or 0 to remove the line',
    examples: [2],
  }),
})
export type QuantityInput = Static<typeof QuantityInput>

/** A line with the current price in rupees; `available` is false once the product is withdrawn. */
export const CartLine = Type.Object({
  id: Type.String(),
  title: Type.String(),
  company: Type.String(),
  brand: Type.String(),
  price: Type.Number(),
  logoUrl: Type.String(),
  quantity: Type.Integer(),
  lineTotal: Type.Number(),
  available: Type.Boolean(),
})
export type CartLine = Static<typeof CartLine>

/** `total` in rupees and `count` in pieces, of the lines that can be ordered. */
export const Cart = Type.Object({
  id: Type.String(),
  items: Type.Array(CartLine),
  total: Type.Number(),
  count: Type.Integer(),
})
export type Cart = Static<typeof Cart>
