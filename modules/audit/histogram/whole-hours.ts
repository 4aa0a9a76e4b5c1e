import { hourMs, type Span } from './buckets.ts'

/** The whole hours of a span, from the first one to before the last one, and what is left before and after them. */
export function partsOf({ from, to }: Span): { hours: Span; rests: Span[] } {
  const first = Math.ceil(from / hourMs) * hourMs
  // A span includes its end, to the millisecond.
  const end = Math.floor((to + 1) / hourMs) * hourMs
  if (first >= end) return { hours: { from, to: from }, rests: [{ from, to }] }
  const rests = [
    { from, to: first - 1 },
    { from: end, to },
  ]
  return {
    hours: { from: first, to: end },
    rests: rests.filter((rest) => isFinite(rest.to - rest.from) && rest.from <= rest.to),
  }
}
