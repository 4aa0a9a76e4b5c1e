import { formatDay } from '../../lib/format/format.ts'

const compact = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const dayAndMonth = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Rupees in short form: ₹1.2L. */
export function formatCompactPrice(rupees: number): string {
  return compact.format(rupees)
}

/** A day in short form: 20 Nov. */
export function formatShortDay(day: string): string {
  return dayAndMonth.format(new Date(day))
}

/** A period of days: 20 Nov 2026 to 26 Nov 2026, or only the day if it is one. */
export function formatPeriod(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}
