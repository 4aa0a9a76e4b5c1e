const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
const counted = new Intl.NumberFormat('en-IN')
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
const dateTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

const exactTime = new Intl.DateTimeFormat('en-IN', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZone: 'Asia/Kolkata',
})

/** Rupees without decimals, as on product cards (spec §9); the text of spec §8 if there is no price. */
export function formatPrice(rupees: number | null | undefined): string {
  return typeof rupees === 'number' && Number.isFinite(rupees) ? whole.format(rupees) : 'Price not available'
}

/** Rupees with decimals only if there are any: next to an exact amount, a rounded price would contradict it. */
export function formatExactPrice(rupees: number | null | undefined): string {
  return typeof rupees === 'number' && !Number.isInteger(rupees) ? formatAmount(rupees) : formatPrice(rupees)
}

/** Rupees with two decimals, as in the cart and at checkout (spec §9). */
export function formatAmount(rupees: number): string {
  return exact.format(rupees)
}

/** A count with Indian digit grouping: 1,24,500. */
export function formatCount(count: number): string {
  return counted.format(count)
}

/** `1 product`, `12 products`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** The day in India, for example 20 Nov 2026; empty if the text is not a time. */
export function formatDay(iso: string): string {
  return isTime(iso) ? day.format(new Date(iso)) : ''
}

/** Day and time in India; empty if the text is not a time. */
export function formatDateTime(iso: string): string {
  return isTime(iso) ? dateTime.format(new Date(iso)) : ''
}

/** Day and time in India to the millisecond, with the time zone; empty if the text is not a time. */
export function formatExactTime(iso: string): string {
  return isTime(iso) ? `${exactTime.format(new Date(iso))} IST` : ''
}

function isTime(iso: string): boolean {
  return !Number.isNaN(Date.parse(iso))
}
