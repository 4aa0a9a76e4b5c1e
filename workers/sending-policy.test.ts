import { expect, test } from 'vitest'
import { pauseAfter, sendingPolicy } from './sending-policy.ts'

const pauses = Array.from({ length: 7 }, (_, failed) => pauseAfter(failed + 1, sendingPolicy) ?? NaN)

test('a mail is attempted eight times, with pauses that triple', () => {
  expect(pauses.map((ms) => ms / 1000)).toEqual([80, 240, 720, 2160, 6480, 19_440, 58_320])
  expect(pauseAfter(8, sendingPolicy)).toBeUndefined()
})

test('the last attempt is made a day after the first', () => {
  const hours = pauses.reduce((sum, ms) => sum + ms) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(26)
})

test('a lease lasts longer than sending a mail ever takes', () => {
  expect(sendingPolicy.sendLeaseMs).toBeGreaterThan(30_000)
})
