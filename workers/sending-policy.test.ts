import { expect, test } from 'vitest'
import { mailsAtOnce, mostInQueue, pauseAfter, sendingPolicy, sendingPolicyOf } from './sending-policy.ts'

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

test('the operator sets the rate, and the age at which a mail is held', () => {
  const policy = sendingPolicyOf({ mailsPerSecond: 100, mailHoldAfterHours: 48 })
  expect(policy).toEqual({ ...sendingPolicy, perSecond: 100, holdAfterMs: 48 * 3_600_000 })
})

test.each([
  { perSecond: 1, queued: 5, atOnce: 3 },
  { perSecond: 20, queued: 100, atOnce: 3 },
  { perSecond: 1_000, queued: 5_000, atOnce: 143 },
])('at $perSecond a second, $queued mails may be queued and $atOnce sent at once', ({ queued, atOnce, ...policy }) => {
  expect([mostInQueue(policy), mailsAtOnce(policy)]).toEqual([queued, atOnce])
})
