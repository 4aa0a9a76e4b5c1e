import { expect, test } from 'vitest'
import type { ProjectionStatus } from '#modules/operations/schema.ts'
import { stepsOf } from './operator-steps.ts'

const event = { position: 7, stream: 'order-ORD1', revision: 0, type: 'OrderPlaced', id: 'e' }
const failed = (error: NonNullable<ProjectionStatus['error']>): ProjectionStatus => ({
  name: 'orders',
  version: 1,
  status: 'failed',
  position: 6,
  lag: 1,
  lagSeconds: 3,
  eventsPerSecond: 0,
  updatedAt: '2026-11-21T09:30:00Z',
  error,
})

const underway = { position: 5, total: 10, percent: 50, eventsPerSecond: 900, etaSeconds: 4 }
const live: ProjectionStatus = { ...failed({ message: '' }), status: 'live', lag: 0, error: undefined }

test('what is under way can be stopped', () => {
  expect(stepsOf({ ...live, rebuild: underway }, 'projection')).toEqual(['stop-replay', 'dry-run', 'verify'])
  expect(stepsOf({ ...live, verification: underway }, 'projection')).toEqual(['replay', 'stop-comparison'])
  expect(stepsOf(live, 'projection')).toEqual(['replay', 'dry-run', 'verify'])
})

test.each([
  ['a failed event can be retried or skipped', { event }, ['retry', 'skip', 'skip-everywhere']],
  ['an event is not skipped because of a missing key', { event, isOfAKey: true }, ['retry']],
  ['a retry is not offered while the log is not the expected one', { isOfTheLog: true }, []],
])('%s', (_, error, steps) => {
  expect(stepsOf(failed({ message: 'why', ...error }), 'reactor')).toEqual(steps)
})
