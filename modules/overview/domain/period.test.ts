import { expect, it } from 'vitest'
import { daysLater, daysOf } from '#core/domain/indian-day.ts'
import { periodBefore, periodOf } from './period.ts'

const today = '2026-11-25'

it('is the week that ends today, unless days are given', () => {
  expect(periodOf({}, today)).toEqual({ from: '2026-11-19', to: today })
  expect(periodOf({ to: '2026-03-03' }, today)).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(periodOf({ from: '2026-11-01' }, today)).toEqual({ from: '2026-11-01', to: today })
  expect(periodOf({ from: '2026-12-01' }, today)).toEqual({ from: '2026-12-01', to: '2026-12-01' })
})

it('refuses a period that ends before it begins, or is longer than a leap year', () => {
  expect(() => periodOf({ from: '2026-11-02', to: '2026-11-01' }, today)).toThrow('must not be after')
  expect(periodOf({ from: '2028-01-01', to: '2028-12-31' }, today).to).toBe('2028-12-31')
  expect(() => periodOf({ from: '2026-01-01', to: '2027-01-02' }, today)).toThrow('at most 366 days')
})

it.each([
  { from: '2026-03-01', to: '2026-03-01', before: { from: '2026-02-22', to: '2026-02-22' } },
  { from: '2026-11-19', to: today, before: { from: '2026-11-12', to: '2026-11-18' } },
  { from: '2026-11-18', to: today, before: { from: '2026-11-04', to: '2026-11-11' } },
  { from: '2026-10-27', to: today, before: { from: '2026-09-22', to: '2026-10-21' } },
])(
  'is compared with the same days of the week, so many weeks before that they do not overlap',
  ({ before, ...days }) => {
    expect(periodBefore(days)).toEqual(before)
  },
)

it('is compared with as many days, each of them the same day of the week, whatever its length', () => {
  for (let length = 1; length <= 366; length++) {
    const period = { from: daysLater(today, 1 - length), to: today }
    const before = periodBefore(period)
    const shift = (Date.parse(period.from) - Date.parse(before.from)) / 86_400_000
    expect(daysOf(before)).toHaveLength(length)
    expect([shift % 7, shift >= length, shift - 7 >= length]).toEqual([0, true, false])
  }
})
