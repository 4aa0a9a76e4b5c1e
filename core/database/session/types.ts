import { types, type CustomTypesConfig } from 'pg'

const textParsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, safeInteger],
  [types.builtins.TIMESTAMPTZ, isoTime],
  [types.builtins.DATE, (text) => text],
])

const otherParser: (id: number, format: 'text' | 'binary') => (value: string) => unknown = types.getTypeParser

/**
 * How values are parsed: bigint as a number, timestamptz as ISO 8601 in UTC, date as `YYYY-MM-DD`. Passed to each pool,
 * so that the driver's global parsers stay unchanged.
 */
export const sessionTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format: 'text' | 'binary' = 'text') =>
    (format === 'text' ? textParsers.get(id) : undefined) ?? otherParser(id, format),
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint beyond 2^53 cannot be read as a number: ${text}`)
  return value
}

/** A time in UTC, which every embedded server sends: a date with four digits for the year, and up to six of a second. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

/**
 * Parses `2026-11-20 23:19:00.123456+05:30`; Postgres omits the minutes of a whole-hour zone. Fractions of a millisecond
 * are cut off. A time in UTC is only rewritten, which takes a tenth of the time: lists have many.
 */
export function isoTime(text: string): string {
  if (!inUtc.test(text)) return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
  const milliseconds = text.slice(20, Math.min(23, text.length - 3)).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}
