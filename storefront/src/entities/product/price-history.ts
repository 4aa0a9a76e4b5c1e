import type { HistoryEntry } from '../../lib/api/orders.ts'
import { numberOf } from '../../lib/decode.ts'
import { formatAmount, formatDay } from '../../lib/format/format.ts'

/** A product's price in rupees from `at` on, and who set it. */
export type PricePoint = { key: number; at: string; price: number; by: string }

/** The prices of a product's history, oldest first; events that do not change the price are left out. */
export function pricePoints(history: readonly HistoryEntry[]): PricePoint[] {
  const points: PricePoint[] = []
  for (const { revision, type, at, by, data } of history) {
    const paise = numberOf(data, type === 'ProductPriceChanged' ? 'to' : 'pricePaise')
    if (paise === undefined || paise / 100 === points.at(-1)?.price) continue
    points.push({ key: revision, at, price: paise / 100, by: by.name })
  }
  return points
}

/** Describes the chart in one sentence, for screen readers. */
export function priceSummary(points: readonly PricePoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return 'No price is known.'
  if (first === last) return `${formatAmount(first.price)} since ${formatDay(first.at)}, never changed.`
  const prices = points.map(({ price }) => price)
  const range = `between ${formatAmount(Math.min(...prices))} and ${formatAmount(Math.max(...prices))}`
  return `From ${formatAmount(first.price)} on ${formatDay(first.at)} to ${formatAmount(last.price)} now, ${range}.`
}

type Size = { width: number; height: number }

/**
 * The SVG path of the prices as a step line in a box of that size: each price holds until the next one, the last until
 * `now`. The x axis is time; the y axis spans the lowest to the highest price. A single price is a line in the middle.
 */
export function priceSteps(points: readonly PricePoint[], now: number, { width, height }: Size): string {
  const prices = points.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const start = Date.parse(points[0]?.at ?? '')
  const span = Math.max(now - start, 1)
  const x = (at: string) => round(Math.min((Date.parse(at) - start) / span, 1) * width)
  const y = (price: number) => round(high === low ? height / 2 : height - ((price - low) / (high - low)) * height)
  return points
    .map(({ at, price }, index) => (index === 0 ? `M${x(at)} ${y(price)}` : `H${x(at)}V${y(price)}`))
    .concat(`H${width}`)
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
