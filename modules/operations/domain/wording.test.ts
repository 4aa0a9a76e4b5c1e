import { expect, test } from 'vitest'
import type { RecordedEvent } from '#core/event-store/event-store.ts'
import { operationsManifest } from '../manifest.ts'

const by = { id: 'operator:ravi@till', name: 'ravi@till', role: 'SYSTEM' } as const

function sentence(type: string, data: RecordedEvent['data']): string | undefined {
  const metadata = { correlationId: 'a', causationId: 'a', by, schemaVersion: 1 }
  const place = { id: 'a', stream: 'ops-orders', revision: 0, position: 1, at: '2026-11-21T09:30:00.000Z' }
  return operationsManifest.sentences[type]?.({ ...place, type, metadata, data: { projection: 'orders', ...data } })
}

const done = { outcome: 'done', ms: 90 }

test('words each operation together with its outcome', () => {
  expect(sentence('ProjectionReplayed', done)).toBe('replayed orders')
  expect(sentence('ProjectionReplayed', { ...done, outcome: 'stopped' })).toBe('stopped a replay of orders')
  expect(sentence('ProjectionRolledBack', { ...done, outcome: 'failed' })).toBe(
    'began a rollback of orders, which failed',
  )
  expect(sentence('ProjectionVerified', { ...done, missing: 1, different: 1 })).toBe('verified orders: 2 rows differ')
  expect(sentence('ProjectionVerified', done)).toBe('verified orders: it matches the log')
  const behind = { position: 1200, notCompared: { from: 1201, to: 2015, events: 815 }, failedAt: 1201 }
  expect(sentence('ProjectionVerified', { ...done, ...behind })).toBe(
    'verified orders: it matches the log up to position 1200, with 815 events not compared; the read model has failed at position 1201',
  )
  const skipped = { position: 7, reason: 'faulty', error: '', event: { type: 'OrderPlaced' } }
  expect(sentence('ProjectionEventSkipped', skipped)).toBe('skipped OrderPlaced at position 7 in orders')
})
