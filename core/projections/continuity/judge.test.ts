import { expect, test } from 'vitest'
import { PositionNotInLog } from '../../event-store/event-store.ts'
import type { Checkpoint } from '../checkpoints/checkpoints.ts'
import { judgeOf, type LogReads } from './judge.ts'

const last = { position: 90, id: 'the last event' }

/** At position 100, with the shop's last event before it at 90. */
const checkpoint: Checkpoint = {
  name: 'orders',
  slot: 'live',
  kind: 'table',
  version: 1,
  shape: '',
  generation: 1,
  position: 100,
  last_position: last.position,
  last_id: last.id,
  last_is_known: true,
  changed_position: 80,
  total: null,
  status: 'live',
  error: null,
  events_per_second: 0,
  eta_seconds: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  age_seconds: 1,
}

/** A log that holds these events. */
function judged(events: Readonly<Record<number, string>>, changes: Partial<Checkpoint> = {}) {
  const store: LogReads = {
    idAt: (position) => Promise.resolve(events[position]),
    async lastUpTo(position) {
      if (events[position] === undefined) throw new PositionNotInLog(position)
      return last
    },
  }
  return judgeOf(store)({ ...checkpoint, ...changes })
}

const parted = (message: string) => ({ kind: 'parted', error: { message: expect.stringContaining(message) } })

test.each([
  ['the log that it has followed', { 90: last.id, 100: 'foreign' }, { kind: 'same' }],
  ['the same log after the event at its position was scavenged', { 90: last.id }, { kind: 'rewind', to: last }],
  ['a log that ends before its last event', { 80: 'older' }, parted('ends before position 90')],
  ['a log with another event at its position', { 90: 'another' }, parted('has another event at position 90')],
])('a checkpoint recognises %s', async (_, events, verdict) => expect(await judged(events)).toMatchObject(verdict))

test('a checkpoint that has passed no event of the shop is rewound if its position is not in the log', async () => {
  const none = { last_position: null, last_id: null }
  expect(await judged({ 100: 'foreign' }, none)).toEqual({ kind: 'same' })
  expect(await judged({}, none)).toEqual({ kind: 'rewind', to: undefined })
  expect(await judged({}, { ...none, position: 0 })).toEqual({ kind: 'same' })
})

test('a checkpoint of an earlier release gets its last event from a log that reaches its position', async () => {
  const earlier = { last_position: null, last_id: null, last_is_known: false }
  expect(await judged({ 100: 'foreign' }, earlier)).toEqual({ kind: 'unknown', last })
  expect(await judged({}, earlier)).toMatchObject(parted('ends before position 100'))
})
