import { expect, it } from 'vitest'
import { daysLater, daysOf, indianDayOf, isDay } from './indian-day.ts'

it('begins a day at 18:30 UTC of the day before', () => {
  expect(indianDayOf('2026-11-20T18:29:59.999Z')).toBe('2026-11-20')
  expect(indianDayOf('2026-11-20T18:30:00.000Z')).toBe('2026-11-21')
  expect(indianDayOf('2026-12-31T18:30:00.000Z')).toBe('2027-01-01')
})

it('recognizes the days of the calendar', () => {
  expect(['2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', '', 'x'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

it('counts across months and leap years', () => {
  expect(daysLater('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysOf({ from: '2026-12-30', to: '2027-01-01' })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
  expect(daysOf({ from: '2026-12-30', to: '2026-12-29' })).toEqual([])
})
