import { isoTime } from '#core/domain/clock.ts'

/** A part of a histogram: it ends where the next one begins. */
export type Bar = { from: string; events: number }

/** How often something happened in the minute or hour that begins at this time. */
export type Count = { at: string; events: number }

export type Span = { from: number; to: number }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const widths = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 28, 91, 364].map((days) => days * dayMs),
]

const mostBars = 80

/** Days in India begin within an hour of UTC, and events are counted by the hour: bars begin half an hour after them. */
const offsetMs = 5 * hourMs

/** The narrowest bars that are few enough to be shown side by side. */
export function widthFor({ from, to }: Span): number {
  return widths.find((width) => (to - from) / width < mostBars) ?? 364 * dayMs
}

/** The counts summed up in bars of equal width, of which the first contains the beginning of the span. */
export function barsOf(counts: readonly Count[], { from, to }: Span, width: number): Bar[] {
  const first = Math.floor((from + offsetMs) / width) * width - offsetMs
  const sums = Array.from({ length: Math.max(1, Math.ceil((to - first) / width)) }, () => 0)
  for (const { at, events } of counts) {
    const index = Math.floor((Date.parse(at) - first) / width)
    if (index in sums) sums[index] = (sums[index] ?? 0) + events
  }
  return sums.map((events, index) => ({ from: isoTime(first + index * width), events }))
}
