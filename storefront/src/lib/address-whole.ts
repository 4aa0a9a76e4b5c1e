/** A whole number in an address, such as a position; `undefined` if it is not one, or negative. */
export function addressWhole(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
