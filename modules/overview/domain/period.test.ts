import { expect, it } from 'vitest'
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

it('is compared with as many days before', () => {
  expect(periodBefore({ from: '2026-11-19', to: today })).toEqual({ from: '2026-11-12', to: '2026-11-18' })
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
})
