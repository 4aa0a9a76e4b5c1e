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

/** Parses `2026-11-20 23:19:00.123456+05:30`; Postgres omits the minutes of a whole-hour zone. */
function isoTime(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
