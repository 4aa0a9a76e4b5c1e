import { daysFromTo } from '../../lib/days.ts'
import { countOf } from '../../lib/format/format.ts'

const hourMs = 3_600_000

/** How long something has waited, in whole hours or days. */
export function ageOf(since: string, now: number): string {
  const hours = Math.floor((now - Date.parse(since)) / hourMs)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.floor(hours / 24), 'day')
}

type Days = readonly { date: string }[]

/** How much earlier the days are that these are compared with: `a week`, or `5 weeks`. */
export function weeksBetween(before: Days, days: Days): string {
  const weeks = Math.round(daysFromTo(before[0]?.date ?? '', days[0]?.date ?? '') / 7)
  return weeks === 1 ? 'a week' : countOf(weeks, 'week')
}

/** The change of a figure from the one before: `+25 %`; `undefined` if there is nothing to compare with. */
export function changeOf(figure: number, before: number): string | undefined {
  if (before === 0) return undefined
  const percent = Math.round((figure / before - 1) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}
