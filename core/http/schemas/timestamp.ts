import { Type } from 'typebox'

/** A time in ISO 8601 with a zone. Times before 1970 and leap seconds are refused. */
export const Timestamp = Type.Refine(
  Type.String({ format: 'date-time', maxLength: 40, examples: ['2026-11-20T09:30:00Z'] }),
  (text) => Date.parse(text) >= 0,
  () => 'Times must be ISO 8601 with a zone, such as 2026-11-20T09:30:00Z',
)
