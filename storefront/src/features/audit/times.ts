import { formatCount } from '../../lib/format/format.ts'

const milliseconds = new Intl.DateTimeFormat('en-IN', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
})

/** A time in India to the millisecond, on 24 hours: `20 Nov 2026, 15:00:07.123`. */
export function formatMilliseconds(at: string): string {
  return milliseconds.format(new Date(at))
}

const format = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto' })

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const

/** How long ago a time was: `3 minutes ago`. */
export function relativeTime(at: string, now: number): string {
  const passed = Date.parse(at) - now
  const { unit, ms } = units.find((one) => Math.abs(passed) >= one.ms) ?? { unit: 'second', ms: 1_000 }
  return format.format(Math.trunc(passed / ms), unit)
}

/** A time between two events, in milliseconds: `3,412 ms`. */
export function exactly(ms: number): string {
  return `${formatCount(ms)} ms`
}

/** A time between two events: exact up to a minute, then `5 min`, `2 h`, `3 d`. */
export function elapsed(ms: number): string {
  if (ms < 60_000) return exactly(ms)
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`
  return ms < 86_400_000 ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / 86_400_000)} d`
}
