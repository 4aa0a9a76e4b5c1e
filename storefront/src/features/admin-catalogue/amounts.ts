/** What to do where a price cannot be read. */
export const priceAdvice = 'Price must be an amount in rupees, such as 84500.50'

/** A number of 0 or more as it may be typed, digit grouping and ₹ included. */
export function toNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll(/[,\s₹]/g, '')
  const number = digits === '' ? Number.NaN : Number(digits)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
