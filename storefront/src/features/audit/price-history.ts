import type { AuditEvent } from '#modules/audit/schema.ts'
import { isFields, numberOf } from '../../lib/decode.ts'

/** A price from a time on, in rupees. */
export type PricePoint = { at: string; rupees: number }

/** The prices of a product, oldest first. */
export function priceHistory(events: readonly AuditEvent[]): PricePoint[] {
  return events.flatMap(({ at, data, type }) => {
    const paise = isFields(data) ? numberOf(data, type === 'ProductPriceChanged' ? 'to' : 'pricePaise') : undefined
    return paise === undefined ? [] : [{ at, rupees: paise / 100 }]
  })
}

/** The prices as a line of steps in a box, from the first price to `now`; x and y from its upper left corner. */
export function stepsOf(points: readonly PricePoint[], box: { width: number; height: number; now: number }): string {
  const times = points.map(({ at }) => Date.parse(at))
  const start = times[0] ?? box.now
  const span = Math.max(box.now - start, 1)
  const highest = Math.max(...points.map(({ rupees }) => rupees), 1)
  const x = (time: number) => round(((time - start) / span) * box.width)
  const y = (rupees: number) => round(box.height - (rupees / highest) * box.height)
  const steps = points.map(
    ({ rupees }, i) => `${i === 0 ? 'M' : 'H'}${x(times[i] ?? start)}${i === 0 ? ',' : 'V'}${y(rupees)}`,
  )
  return points.length === 0 ? '' : `${steps.join('')}H${box.width}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
