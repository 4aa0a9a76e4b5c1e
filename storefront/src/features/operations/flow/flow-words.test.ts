import { expect, test } from 'vitest'
import type { ProjectionStatus } from '#modules/operations/schema.ts'
import { rateOf, stateOf, timeLeft, writtenState } from './flow-words.ts'

const live: ProjectionStatus = {
  name: 'orders',
  version: 1,
  status: 'live',
  position: 7,
  lag: 0,
  lagSeconds: 0,
  eventsPerSecond: 0,
  updatedAt: '2026-11-21T09:30:00Z',
}
const underway = { position: 5, total: 10, percent: 50, eventsPerSecond: 1_900, etaSeconds: 4 }

test.each([
  [{ ...live }, 'live'],
  [{ ...live, eventsPerSecond: 12 }, 'live, 12/s'],
  [{ ...live, lag: 3, eventsPerSecond: 1_200 }, 'lag: 3 events, 1,200/s, 1 s left'],
  [{ ...live, lag: 90_000, eventsPerSecond: 400 }, 'lag: 90,000 events, 400/s, 4 min left'],
  [{ ...live, lag: 3 }, 'lag: 3 events'],
  [{ ...live, rebuild: underway }, 'replay 50 %, 1,900/s, 4 s left'],
  [{ ...live, rebuild: { ...underway, eventsPerSecond: 0, etaSeconds: null } }, 'replay 50 %'],
  [{ ...live, rebuild: { ...underway, waitsFor: 'the event store does not answer' } }, 'replay 50 %, waits'],
  [{ ...live, verification: underway }, 'comparison 50 %, 1,900/s, 4 s left'],
  [{ ...live, status: 'failed' as const, eventsPerSecond: 4 }, 'failed'],
])('a state in a few words: %#', (status, words) => {
  expect(stateOf(status)).toBe(words)
})

test('the time left is as exact as it can be', () => {
  expect([null, 0, 119, 120, 7_199, 9_000].map(timeLeft)).toEqual([
    '',
    '0 s left',
    '119 s left',
    '2 min left',
    '120 min left',
    '3 h left',
  ])
})

test('a rate says whether anything happens', () => {
  expect([0, 0.2, 1.4, 1_234].map(rateOf)).toEqual(['', 'under 1/s', '1/s', '1,234/s'])
})

test('mails need the queue and the mail server', () => {
  const engines = ['jobs', 'mail server'].map((name) => ({ name, ok: true, ms: 1, without: '' }))
  const jobs = { counts: { waiting: 2, held: 0, failed: 0, done: 9 } }
  const stateWith = (away?: string) =>
    writtenState(
      { kind: 'mails', eventsPerSecond: 0 },
      engines.map((one) => ({ ...one, ok: one.name !== away })),
      jobs,
    )
  expect(stateWith()).toMatchObject({ state: '2 waiting, 0 failed', isFaulty: false })
  expect(stateWith('mail server')).toMatchObject({ state: 'mail server: no answer', isFaulty: true })
  expect(stateWith('jobs')).toMatchObject({ state: 'jobs: no answer', isFaulty: true })
})
