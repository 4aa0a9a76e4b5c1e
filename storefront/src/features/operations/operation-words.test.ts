import { expect, test } from 'vitest'
import { rowsOf, wordsOf } from './operation-words.ts'

const by = { id: 'a', name: 'Asha', role: 'ADMIN' }
const written = (type: string, data: Record<string, unknown>) => ({
  position: 9,
  type,
  at: '2026-11-21T09:30:00Z',
  by,
  data: { projection: 'orders', ms: 1_200, ...data },
})

test.each([
  [
    written('ProjectionReplayed', { outcome: 'done', position: 124_500, pauseMs: 12 }),
    'Asha replayed orders, live since position 1,24,500; writers waited 12 ms; it took 1.2 s',
  ],
  [written('ProjectionReplayed', { outcome: 'stopped' }), 'Asha stopped a replay of orders after 1.2 s'],
  [
    written('ProjectionReplayed', { outcome: 'failed', error: 'no disk' }),
    'Asha began a replay of orders, which failed after 1.2 s: no disk',
  ],
  [
    written('ProjectionVerified', { outcome: 'done', missing: 0, extra: 0, different: 0 }),
    'Asha verified orders: it matches the log; it took 1.2 s',
  ],
  [
    written('ProjectionVerified', { outcome: 'done', missing: 1, extra: 0, different: 2, ms: 125_000 }),
    'Asha verified orders: 1 row missing, 0 too many, 2 different; it took 2 min 5 s',
  ],
  [
    written('ProjectionVerified', {
      outcome: 'done',
      position: 1200,
      head: 2015,
      notCompared: { from: 1201, to: 2015, events: 815 },
      failedAt: 1201,
    }),
    'Asha verified orders: it matches the log up to position 1,200; 815 events from position 1,201 to 2,015 not compared; it has failed at position 1,201; it took 1.2 s',
  ],
  [
    written('ProjectionEventSkipped', { position: 7, reason: 'faulty import', ms: undefined }),
    'Asha skipped the event at position 7 in orders: faulty import',
  ],
  [
    written('EventLogAdopted', { head: 1200, lostEvents: 1, notificationsClosed: 1, ms: undefined }),
    'Asha accepted the event log that ends at position 1,200: 1 event lost, 1 email closed',
  ],
  [written('MailsRetried', { count: 2, ms: undefined }), 'Asha retried 2 emails'],
  [written('SomethingNew', {}), 'Asha SomethingNew; it took 1.2 s'],
])('describes operation %#', (operation, words) => expect(wordsOf(operation)).toBe(words))

test('lists the rows that a dry run would change, and the keys that differ', () => {
  const samples = [{ key: 'ORD1', kind: 'changed', fields: ['status', 'revision'] }]
  expect(rowsOf(written('ProjectionReplayRehearsed', { samples }))).toEqual([
    { key: 'ORD1', how: ' would be changed: status, revision' },
  ])
  expect(rowsOf(written('ProjectionVerified', { keys: ['ORD1'] }))).toEqual([{ key: 'ORD1', how: '' }])
  expect(rowsOf(written('ProjectionReplayed', {}))).toEqual([])
})
