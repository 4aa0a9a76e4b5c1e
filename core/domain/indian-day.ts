import { isoTime, type IsoTime } from './clock.ts'

/** A day in India as `YYYY-MM-DD`. Days compare as texts. */
export type IndianDay = string

const dayMs = 86_400_000
/** India has one time zone, UTC+05:30, and no daylight saving time. */
const offsetMs = 5.5 * 3_600_000

/** The day in India on which this instant falls. */
export function indianDayOf(time: IsoTime): IndianDay {
  return isoTime(Date.parse(time) + offsetMs).slice(0, 10)
}

/** The instant at which this day begins in India. */
export function startOfDay(day: IndianDay): IsoTime {
  return isoTime(Date.parse(day) - offsetMs)
}

/** Whether the text is a day of the calendar: 2026-02-30 is not. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  return Number.isFinite(at) && isoTime(at).startsWith(text)
}

/** The day so many days later, or earlier if `days` is negative. */
export function daysLater(day: IndianDay, days: number): IndianDay {
  return isoTime(Date.parse(day) + days * dayMs).slice(0, 10)
}

/** Every day of a period; `to` is included. */
export function daysOf({ from, to }: { from: IndianDay; to: IndianDay }): IndianDay[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => daysLater(from, index))
}
