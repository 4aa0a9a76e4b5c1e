import { describe, expect, test } from 'vitest'
import { ageOf, changeOf, weeksBetween } from './age.ts'
import { periodFault, readPeriod } from './period.ts'
import { labelsOf, topOf } from './scale.ts'

describe('the period of the overview', () => {
  test('is the one in the address', () => {
    expect(readPeriod({ from: '2026-11-01', to: '2026-11-30' })).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  })

  test.each([
    { from: '2026-11-01' },
    { from: '2026-11-31', to: '2026-12-01' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2025-01-01', to: '2026-12-31' },
  ])('is the default for %o', (search) => expect(readPeriod(search)).toEqual({}))

  test('has at least one day and at most a leap year', () => {
    expect(periodFault('2026-11-01', '2026-11-01')).toBeUndefined()
    expect(periodFault('2028-01-01', '2028-12-31')).toBeUndefined()
    expect(periodFault('2028-01-01', '2029-01-01')).toBe('A period has at most 366 days')
    expect(periodFault('2026-11-02', '2026-11-01')).toBe('The first day must not be after the last one')
  })
})

describe('the axis of a chart', () => {
  test.each([
    [[], 2],
    [[0, 1], 2],
    [[3], 4],
    [[9], 10],
    [[11], 12],
    [[21], 40],
    [[100], 100],
    [[917_000.5], 1_000_000],
  ])('for %j ends at %i', (values, top) => expect(topOf(values)).toBe(top))

  test('has a label at the last day, and at each of a few', () => {
    expect(labelsOf(3)).toEqual(['major', 'minor', 'major'])
    expect(labelsOf(30).flatMap((label, index) => (label ? [index] : []))).toEqual([4, 9, 14, 19, 24, 29])
    expect(labelsOf(0)).toEqual([])
  })
})

describe('a figure', () => {
  test('has an age in hours or days', () => {
    const now = Date.parse('2026-11-26T12:00:00Z')
    expect(ageOf('2026-11-26T11:30:00Z', now)).toBe('less than an hour')
    expect(ageOf('2026-11-26T11:00:00Z', now)).toBe('1 hour')
    expect(ageOf('2026-11-24T13:00:00Z', now)).toBe('47 hours')
    expect(ageOf('2026-11-20T12:00:00Z', now)).toBe('6 days')
  })

  test('is compared with one so many weeks earlier', () => {
    const weeks = ['2026-11-18', '2026-10-21'].map((date) => weeksBetween([{ date }], [{ date: '2026-11-25' }]))
    expect(weeks).toEqual(['a week', '5 weeks'])
  })

  test('is compared with the previous one, if there is one', () => {
    expect(changeOf(5, 4)).toBe('+25 %')
    expect(changeOf(3, 4)).toBe('−25 %')
    expect(changeOf(4, 4)).toBe('±0 %')
    expect(changeOf(4, 0)).toBeUndefined()
  })
})
