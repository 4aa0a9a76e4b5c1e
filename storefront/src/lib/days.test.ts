import { expect, test } from 'vitest'
import { isoTime } from '#core/domain/clock.ts'
import { daysLater as daysLaterInShop, indianDayOf } from '#core/domain/indian-day.ts'
import { daysFromTo, daysLater, indianDay, presetsOn, readDays } from './days.ts'

test('an address has days of the calendar only', () => {
  expect(readDays({ from: '2026-02-28', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-03-01' })
  expect(readDays({ from: '2026-02-30', to: 'today' })).toEqual({ from: undefined, to: undefined })
  expect(readDays({ from: 20_260_228 })).toEqual({ from: undefined, to: undefined })
})

test('a day in India begins at half past six in the evening, universal time', () => {
  expect(indianDay(Date.parse('2026-11-25T18:29:59Z'))).toBe('2026-11-25')
  expect(indianDay(Date.parse('2026-11-25T18:30:00Z'))).toBe('2026-11-26')
})

test('days are counted across the ends of months and years', () => {
  expect(daysLater('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysLater('2027-01-01', -1)).toBe('2026-12-31')
  expect(daysFromTo('2026-02-27', '2026-03-01')).toBe(3)
  expect(daysFromTo('2026-03-01', '2026-02-28')).toBe(0)
})

test('a day is the same for the browser and for the shop', () => {
  for (const time of ['2026-11-25T18:29:59.999Z', '2026-11-25T18:30:00.000Z', '2028-02-29T00:00:00.000Z']) {
    const day = indianDay(Date.parse(time))
    expect(day).toBe(indianDayOf(isoTime(Date.parse(time))))
    for (const days of [-366, -1, 0, 1, 366]) expect(daysLater(day, days)).toBe(daysLaterInShop(day, days))
  }
})

test('days can be chosen from periods that end today', () => {
  const presets = new Map(presetsOn('2026-03-01').map(({ label, from, to }) => [label, [from, to]]))
  expect(presets.get('Yesterday')).toEqual(['2026-02-28', '2026-02-28'])
  expect(presets.get('Last 7 days')).toEqual(['2026-02-23', '2026-03-01'])
  expect(presets.get('This month')).toEqual(['2026-03-01', '2026-03-01'])
})
