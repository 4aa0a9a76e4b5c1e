import { describe, expect, it } from 'vitest'
import { changedBy, readPercent } from './percent.ts'

describe('a change of prices by a percentage', () => {
  it.each([
    ['-10', -10],
    [' 2.5 % ', 2.5],
    ['−5', -5],
    ['2,5', 2.5],
  ])('reads %j', (text, value) => expect(readPercent(text)).toEqual({ value }))

  it.each(['', '%', 'ten', '-101', '1001', '1e'])('rejects %j', (text) =>
    expect(readPercent(text)).toEqual({ fault: 'Enter a percentage from -100 to 1000, such as -10 or 2.5' }),
  )

  it.each([
    [84_500.5, -10, 76_050.45],
    [1.15, 10, 1.27],
    [99.99, 0, 99.99],
    [500, -100, 0],
    [0.01, 2.5, 0.01],
  ])('changes ₹%d by %d %% to ₹%d', (price, percent, changed) => expect(changedBy(price, percent)).toBe(changed))
})
