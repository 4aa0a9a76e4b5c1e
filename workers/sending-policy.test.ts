import { expect, test } from 'vitest'
import { pauseAfter, sendingPolicy } from './sending-policy.ts'

const pauses = Array.from({ length: 7 }, (_, failed) => pauseAfter(failed + 1, sendingPolicy) ?? NaN)

test('a mail is tried eight times, with pauses that triple', () => {
  expect(pauses.map((ms) => ms / 1000)).toEqual([80, 240, 720, 2160, 6480, 19_440, 58_320])
  expect(pauseAfter(8, sendingPolicy)).toBeUndefined()
})

test('the last try comes a day after the first', () => {
  const hours = pauses.reduce((sum, ms) => sum + ms) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(26)
})

test('a worker may hold a mail for longer than sending one ever takes', () => {
  expect(sendingPolicy.sendLeaseMs).toBeGreaterThan(30_000)
})
