import { rupees } from '#core/domain/money.ts'

const inr = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})
const dateTimeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})

/** Formats paise for a sentence: ₹1,24,500, or ₹1,24,500.50. */
export function inRupees(paise: number): string {
  return inr.format(rupees(paise))
}

/** Formats an ISO time as Indian time, to the second. */
export function inIndia(iso: string): string {
  return dateTimeFormat.format(new Date(iso))
}

/** Converts `trackingNumber` and `TrackingNumber` to `Tracking number`. */
export function humanised(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
