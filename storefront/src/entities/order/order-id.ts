/** 'ORD' and the last 8 digits of the time in milliseconds (spec §9). */
export function makeOrderId(now: number): string {
  return `ORD${String(now).slice(-8)}`
}
