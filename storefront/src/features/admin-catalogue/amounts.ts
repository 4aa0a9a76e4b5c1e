/** Shown where a price cannot be parsed. */
export const priceAdvice = 'Price must be an amount in rupees, such as 84500.50'

/** Parses a number of 0 or more; digit grouping and ₹ are allowed. */
export function toNumber(text: string): number | undefined {
  const digits = text.trim().replaceAll(/[,\s₹]/g, '')
  const number = digits === '' ? Number.NaN : Number(digits)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}
