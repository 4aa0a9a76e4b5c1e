/** The parts of an address that filter a list by days in India; `to` is included. */
export type DaysSearch = { from?: string | undefined; to?: string | undefined }

/** The days in an address; what is not a day, as `YYYY-MM-DD`, is left out. */
export function readDays(search: Record<string, unknown>): DaysSearch {
  return { from: dayText(search['from']), to: dayText(search['to']) }
}

const dayMs = 86_400_000

function dayText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isFinite(at) && dayAt(at) === value ? value : undefined
}

const dayAt = (utc: number) => new Date(utc).toISOString().slice(0, 10)

/** The day in India at this time, in milliseconds since 1970: India has one time zone, UTC+05:30. */
export function indianDay(at: number): string {
  return dayAt(at + 5.5 * 3_600_000)
}

/** The day so many days later, or earlier if `days` is negative. */
export function daysLater(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * dayMs)
}

/** The number of days from one to the other, both included; 0 or less if `to` is before `from`. */
export function daysFromTo(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export type Preset = { label: string; from: string; to: string }

/** The periods to choose from, as seen on a day. */
export function presetsOn(today: string): Preset[] {
  const lastDays = (days: number) => ({ label: `Last ${days} days`, from: daysLater(today, 1 - days), to: today })
  const yesterday = daysLater(today, -1)
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    lastDays(7),
    lastDays(30),
    { label: 'This month', from: `${today.slice(0, 8)}01`, to: today },
    lastDays(90),
    lastDays(365),
  ]
}
