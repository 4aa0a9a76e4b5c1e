import { Type } from 'typebox'
import { paiseFromRupees, maxAmountPaise } from '#core/domain/money.ts'

const priceRule = 'Price must be an amount in rupees from 0 to 5 crore, with at most 2 decimals'

/** A price in rupees, exclusive of GST, with at most 2 decimals. */
export const Price = Type.Refine(
  Type.Number({ minimum: 0, maximum: maxAmountPaise / 100, message: 'Price cannot be empty', examples: [84500] }),
  (rupees) => paiseFromRupees(rupees) !== undefined,
  () => priceRule,
)
