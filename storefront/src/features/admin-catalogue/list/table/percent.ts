const advice = 'Enter a percentage from -100 to 1000, such as -10 or 2.5'

/** Parses a percentage by which prices change. */
export function readPercent(text: string): { value: number } | { fault: string } {
  const digits = text.trim().replace(/%$/, '').replace(',', '.').replace('−', '-').trim()
  const value = digits === '' ? Number.NaN : Number(digits)
  return value >= -100 && value <= 1000 ? { value } : { fault: advice }
}

/** A price in rupees, changed by a percentage and rounded to paise. */
export function changedBy(price: number, percent: number): number {
  // In whole numbers of a hundredth of a paisa, as fractions of rupees have no exact binary form.
  const paise = Math.round(price * 100)
  return Math.round((paise * Math.round((100 + percent) * 1000)) / 100_000) / 100
}
