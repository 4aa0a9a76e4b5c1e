import { expect, test } from 'vitest'
import { backOff } from './back-off.ts'

test('each delay is twice the previous one, up to the longest', () => {
  const delayMs = backOff({ firstMs: 3_000, longestMs: 60_000 })
  expect([0, 1, 2, 3, 4, 5, 6, 2_000].map(delayMs)).toEqual([
    3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000,
  ])
})
