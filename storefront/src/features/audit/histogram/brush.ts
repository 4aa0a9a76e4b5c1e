import type { Histogram } from '#modules/audit/schema.ts'

/** The first and the last bar of a selection. */
export type Brushed = { first: number; last: number }

/** The bar at a part of the width: 0 is the left edge, 1 the right one. */
export function barAt(part: number, bars: number): number {
  return Math.min(bars - 1, Math.max(0, Math.floor(part * bars)))
}

/** The bars between two of them, whichever came first. */
export function between(one: number, other: number): Brushed {
  return { first: Math.min(one, other), last: Math.max(one, other) }
}

/** The time that these bars span, for the filters of the list; it ends at the last millisecond. */
export function spanOf({ bars, seconds }: Histogram, { first, last }: Brushed): { from: string; to: string } {
  const from = bars[first]?.from ?? ''
  const end = Date.parse(bars[last]?.from ?? '') + seconds * 1_000 - 1
  return { from, to: new Date(end).toISOString() }
}
