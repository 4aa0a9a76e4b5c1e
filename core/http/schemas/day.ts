import { Type } from 'typebox'
import { isDay } from '../../domain/indian-day.ts'

/** A day in India: `2026-11-20`. */
export const Day = Type.Refine(
  Type.String({ maxLength: 10, description: 'A day in India (IST)', examples: ['2026-11-20'] }),
  isDay,
  () => 'Days must be of the form 2026-11-20',
)
