import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInr, maxAmountPaise, paise, paiseFrom, paiseFromRupees, paiseUpTo, rupees, sum, times } from './money.ts'

describe('money', () => {
  test('survives the round trip from paise to rupees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxAmountPaise }), (amount) => {
        expect(paiseFromRupees(rupees(amount))).toBe(amount)
        expect(paiseFromRupees(Number(JSON.stringify(rupees(amount))))).toBe(amount)
      }),
    )
  })

  test.each([0.001, 1e-7, 12.345, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e308])(
    'cannot be %d rupees',
    (amount) => expect(paiseFromRupees(amount)).toBeUndefined(),
  )

  test('within a price bound of any number of decimals includes the bound', () => {
    const amounts = fc.integer({ min: 0, max: maxAmountPaise })
    const nearby = fc.constantFrom(1 - Number.EPSILON, 1 + Number.EPSILON)
    const bound = fc.oneof(
      fc.double({ min: 0, max: rupees(maxAmountPaise), noNaN: true }),
      fc.tuple(amounts, nearby).map(([amount, factor]) => rupees(amount) * factor),
    )
    fc.assert(
      fc.property(amounts, (amount) => {
        expect([paiseFrom(rupees(amount)), paiseUpTo(rupees(amount))]).toEqual([amount, amount])
      }),
    )
    fc.assert(
      fc.property(bound, (limit) => {
        const [lowest, highest] = [paiseFrom(limit), paiseUpTo(limit)]
        expect(rupees(lowest - 1) < limit && limit <= rupees(lowest)).toBe(true)
        expect(rupees(highest) <= limit && limit < rupees(highest + 1)).toBe(true)
      }),
    )
  })

  test.each([
    [19.99, 1999, 1999],
    [1.1, 110, 110],
    [0.29, 29, 29],
    [19.991, 2000, 1999],
    [19.989, 1999, 1998],
    [0.001, 1, 0],
  ])('of at least %d rupees starts at %d paise, of at most that ends at %d', (bound, lowest, highest) =>
    expect([paiseFrom(bound), paiseUpTo(bound)]).toEqual([lowest, highest]),
  )

  test('is added and multiplied in whole paise', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9_999 }))), (lines) => {
        const total = sum(lines.map(([amount, factor]) => times(paise(amount), factor)))
        expect(BigInt(total)).toBe(lines.reduce((all, [amount, factor]) => all + BigInt(amount * factor), 0n))
      }),
    )
  })

  test.each([-1, 0.5, 2 ** 53])('refuses %d paise', (amount) => expect(() => paise(amount)).toThrow(RangeError))

  test('is formatted with Indian digit grouping', () => {
    expect(formatInr(12_450_050)).toBe('₹1,24,500.50')
    expect(formatInr(0)).toBe('₹0.00')
  })
})
