import { expect, test } from 'vitest'
import type { Operation, ProjectionStatus } from '#modules/operations/schema.ts'
import { isBad, lagWords, lastEventWords, resultWords, worksOf, worstOf } from './node-words.ts'

const live: ProjectionStatus = {
  name: 'orders',
  version: 1,
  status: 'live',
  position: 7,
  lag: 3,
  lagSeconds: 0,
  eventsPerSecond: 0,
  updatedAt: '2026-11-21T09:30:00Z',
}
const underway = { position: 5, total: 10, percent: 50, eventsPerSecond: 1_900, etaSeconds: 4 }

test('the lag is that of now and the greatest of the span, once it was sampled', () => {
  const lags = { name: 'orders', values: [null, 1_200, 4], faults: [] }
  expect(lagWords(live, lags, 'day')).toBe('Lag 3, at most 1,200 in 24 h')
  expect(lagWords(live, lags, 'week')).toBe('Lag 3, at most 1,200 in 7 days')
  expect(lagWords(live, { name: 'orders', values: [null], faults: [] }, 'day')).toBe('Lag 3')
  expect(lagWords(live, undefined, 'day')).toBe('Lag 3')
})

test('the lag of several is that of the one that was behind most', () => {
  const lags = [
    { name: 'orders', values: [3, 1], faults: [] },
    { name: 'carts', values: [null, 40], faults: [] },
    { name: 'mails', values: [900], faults: [] },
  ]
  expect(worstOf(lags, ['orders', 'carts'])?.name).toBe('carts')
  expect(worstOf(lags, ['sales'])).toBeUndefined()
})

test('the last event is the one that was taken', () => {
  expect(lastEventWords({})).toBe('No event yet')
  const lastEvent = { position: 3, type: 'OrderPlaced', at: '2026-11-21T09:30:00.000Z' }
  expect(lastEventWords({ lastEvent })).toBe('Last event 21 Nov 2026, 3:00 pm')
})

test('everything that runs can be stopped', () => {
  expect(worksOf(live)).toEqual([])
  expect(worksOf({ ...live, rebuild: underway, verification: { ...underway, etaSeconds: null } })).toEqual([
    { step: 'stop-replay', words: 'replay 50 %, 1,900/s, 4 s left' },
    { step: 'stop-comparison', words: 'comparison 50 %, 1,900/s' },
  ])
})

test.each([
  ['ProjectionReplayed', { outcome: 'done' }, 'Replay: done, 21 Nov', false],
  ['ProjectionReplayed', { outcome: 'failed' }, 'Replay: failed, 21 Nov', true],
  ['ProjectionReplayRehearsed', { outcome: 'done', added: 1, changed: 2 }, 'Dry run: 3 rows to change, 21 Nov', false],
  ['ProjectionReplayRehearsed', { outcome: 'done', added: 0 }, 'Dry run: no change, 21 Nov', false],
  ['ProjectionVerified', { outcome: 'done', missing: 0 }, 'Verify: matches, 21 Nov', false],
  ['ProjectionVerified', { outcome: 'done', missing: 1 }, 'Verify: 1 row differs, 21 Nov', true],
  ['ProjectionVerified', { outcome: 'stopped' }, 'Verify: stopped, 21 Nov', false],
])('a result of %s in a few words: %#', (...[type, data, words, isAlarming]) => {
  const by = { id: 'a', name: 'asha', role: 'ADMIN' }
  const operation: Operation = { position: 9, type, at: '2026-11-21T09:30:00.000Z', by, data }
  expect(resultWords(operation)).toBe(words)
  expect(isBad(operation)).toBe(isAlarming)
})
