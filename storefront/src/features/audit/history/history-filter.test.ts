import { expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { filterOfHistory } from './history-filter.ts'

function event(stream: string): AuditEvent {
  const by = { id: 'a', name: 'asha', role: 'ADMIN' }
  const ids = { id: stream, correlationId: 'c', causationId: 'c', by, schemaVersion: 1 }
  const place = { position: 1, stream, revision: 0, category: 'order', at: '2026-11-21T09:30:00Z' }
  return { ...ids, ...place, type: 'OrderPlaced', data: {}, sentence: '', mails: [] }
}

test('the events of a history are those of its stream', () => {
  const stream = 'order-ORD48210377'
  expect(filterOfHistory({ stream, events: [event(stream), event(stream)] })).toEqual({ stream })
  expect(filterOfHistory({ stream, events: [] })).toEqual({ stream })
})

test('or those of all streams that are shown with it', () => {
  const [stream, notes] = ["order-O'Brien", 'orderNotes-1']
  expect(filterOfHistory({ stream, events: [event(stream), event(notes), event(stream)] })).toEqual({
    where: "stream in ('order-O''Brien', 'orderNotes-1')",
  })
})
