import { daysFromTo, readDays, type DaysSearch } from '../../lib/days.ts'

/** The longest period that the API counts. */
const maxDays = 366

/** What is wrong with a period, as a message. */
export function periodFault(from: string, to: string): string | undefined {
  if (daysFromTo(from, to) < 1) return 'The first day must not be after the last one'
  return daysFromTo(from, to) > maxDays ? `A period has at most ${maxDays} days` : undefined
}

/** The period in the address; nothing if it is incomplete, which means the week that ends today. */
export function readPeriod(search: Record<string, unknown>): DaysSearch {
  const { from, to } = readDays(search)
  if (from === undefined || to === undefined || periodFault(from, to) !== undefined) return {}
  return { from, to }
}
