import type { Brand } from './ids.ts'

/** An amount of Indian money in whole paise (1 rupee = 100 paise): the only unit of money inside the shop. */
export type Paise = Brand<number, 'Paise'>

/** The largest single amount: five crore rupees. 100 lines of 9,999 pieces each at that price stay below 2^53 paise. */
export const maxAmountPaise = 5_000_000_000

/** Converts a stored number of paise. @throws RangeError unless it is a whole number ≥ 0 and below 2^53 */
export function paise(amount: number): Paise {
  if (!isPaise(amount)) throw new RangeError(`not an amount in paise: ${amount}`)
  return amount
}

function isPaise(amount: number): amount is Paise {
  return Number.isSafeInteger(amount) && amount >= 0
}

/** Converts rupees as the API represents them (at most 2 decimals); `undefined` for fractions of a paisa. */
export function paiseFromRupees(rupees: number): Paise | undefined {
  if (!Number.isFinite(rupees) || rupees < 0) return undefined
  const amount = Math.round(rupees * 100)
  if (!Number.isSafeInteger(amount) || amount / 100 !== rupees) return undefined
  return paise(amount)
}

/** The lowest price in paise of at least so many rupees. Compared in rupees, because 19.99 * 100 is below 1999. */
export function paiseFrom(atLeast: number): number {
  const near = Math.round(atLeast * 100)
  return rupees(near) < atLeast ? near + 1 : near
}

/** The highest price in paise of at most so many rupees. */
export function paiseUpTo(atMost: number): number {
  const near = Math.round(atMost * 100)
  return rupees(near) > atMost ? near - 1 : near
}

/** Converts paise as the API represents them: a JSON number in rupees with at most 2 decimals. */
export function rupees(amount: Paise | number): number {
  return amount / 100
}

/** The price of so many pieces. @throws RangeError unless that is a whole number of paise */
export function times(amount: Paise, factor: number): Paise {
  return paise(amount * factor)
}

/** The total; 0 for an empty list. @throws RangeError where it is 2^53 paise or more */
export function sum(amounts: readonly Paise[]): Paise {
  return paise(amounts.reduce<number>((total, amount) => total + amount, 0))
}

const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** Formats paise for readers in India, such as ₹1,24,500.00. */
export function formatInr(amount: Paise | number): string {
  return inr.format(rupees(amount))
}
