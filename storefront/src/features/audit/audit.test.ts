import { describe, expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import {
  endOfIndianField,
  fromIndianField,
  fromIndianSecond,
  readEventsSearch,
  readHistorySearch,
  toIndianField,
  toIndianSecond,
} from './audit-params.ts'
import { eventsSummary } from './events/events-summary.ts'
import { changesBetween, fieldsThatDiffer } from './history/compare-facts.ts'
import { causationTrees, type Branch } from './event/causation-tree.ts'
import { hasOlder, oldestToReload, withFirst, withNewer } from './events/newer-events.ts'

function event(id: string, more: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id,
    position: 1,
    stream: 'order-ORD48210377',
    revision: 0,
    category: 'order',
    type: 'OrderPlaced',
    at: '2026-11-20T09:30:00.000Z',
    by: { id: 'asha', name: 'Asha Rao', role: 'USER' },
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
    data: {},
    sentence: '',
    mails: [],
    ...more,
  }
}

const ids = (events: readonly AuditEvent[]) => events.map(({ id }) => id)

describe('the search parameters', () => {
  test('keep every filter, and drop invalid values', () => {
    const from = '2026-11-20T09:30:00.000Z'
    expect(readEventsSearch({ type: ' OrderPlaced ', by: '7', from, to: 'soon', before: '12', page: 3 })).toEqual({
      type: 'OrderPlaced',
      by: '7',
      from,
      before: 12,
    })
    expect(readHistorySearch({ revision: 2, compare: '0', at: from, order: 'oldest', part: '3' })).toEqual({
      part: 3,
      revision: 2,
      compare: 0,
      at: from,
      order: 'oldest',
    })
    expect(readHistorySearch({ revision: -1, compare: 'x', at: '', order: 'up' })).toEqual({})
  })

  test('convert times to and from Indian time', () => {
    expect(fromIndianField('2026-11-20T15:00')).toBe('2026-11-20T09:30:00.000Z')
    expect(toIndianField('2026-11-20T09:30:00.000Z')).toBe('2026-11-20T15:00')
    expect(fromIndianField('')).toBeUndefined()
    expect(endOfIndianField('2026-11-20T15:00')).toBe('2026-11-20T09:30:59.999Z')
    expect(endOfIndianField('')).toBeUndefined()
    expect(fromIndianSecond('2026-11-20T15:00:07')).toBe('2026-11-20T09:30:07.999Z')
    expect(fromIndianSecond('')).toBeUndefined()
    expect(toIndianSecond('2026-11-20T09:30:07.123Z')).toBe('2026-11-20T15:00:07')
  })
})

describe('the causation tree', () => {
  test('puts each event below its cause, across streams', () => {
    const chain = [event('a'), event('b', { causationId: 'a' }), event('c', { causationId: 'b' }), event('d')]
    const shape = (branches: readonly Branch[]): unknown => branches.map((one) => [one.event.id, shape(one.effects)])
    expect(shape(causationTrees(chain))).toEqual([
      ['a', [['b', [['c', []]]]]],
      ['d', []],
    ])
  })

  test('has an operation, which names itself as its cause, as a root', () => {
    const chain = [event('a', { causationId: 'a' }), event('b', { causationId: 'a' })]
    expect(causationTrees(chain)).toMatchObject([
      { event: { id: 'a' }, effects: [{ event: { id: 'b' }, effects: [] }] },
    ])
  })
})

describe('two points in time', () => {
  test('are compared field by field, and only what differs counts', () => {
    const before = [
      { field: 'city', label: 'City', value: 'Pune' },
      { field: 'status', label: 'Status', value: 'received' },
    ]
    const after = [
      { field: 'city', label: 'City', value: 'Pune' },
      { field: 'status', label: 'Status', value: 'cancelled' },
      { field: 'reason', label: 'Reason', value: 'Too late' },
    ]
    expect(changesBetween(before, after)).toEqual([
      { field: 'status', label: 'Status', before: 'received', after: 'cancelled' },
      { field: 'reason', label: 'Reason', before: undefined, after: 'Too late' },
    ])
    expect(changesBetween(after, before)).toMatchObject([{ label: 'Status' }, { before: 'Too late', after: undefined }])
    expect(changesBetween(after, after)).toEqual([])
    expect(fieldsThatDiffer(before, after)).toEqual(new Set(['status', 'reason']))
  })
})

describe('the list of events', () => {
  const waiting = { id: 'mail', kind: 'order-placed', fate: 'waiting', attempts: 0 } as const

  test('puts newer events on top, each once and as last read', () => {
    const known = [event('b', { position: 2, mails: [waiting] }), event('a')]
    const sent = event('b', { position: 2, mails: [{ ...waiting, fate: 'sent' }] })
    const read = withNewer(known, [event('c', { position: 3 }), sent])
    expect(ids(read)).toEqual(['c', 'b', 'a'])
    expect(read[1]?.mails[0]?.fate).toBe('sent')
  })

  test('ignores an older event that it does not contain, because the page has been reloaded', () => {
    const known = [event('d', { position: 4 }), event('c', { position: 3 })]
    const read = withNewer(known, [
      event('e', { position: 5 }),
      event('c', { position: 3 }),
      event('b', { position: 2 }),
    ])
    expect(ids(read)).toEqual(['e', 'd', 'c'])
  })

  test('keeps only the events newer than a reloaded page', () => {
    const known = [event('d', { position: 4 }), event('c', { position: 3 }), event('a')]
    const read = withFirst(known, [event('c', { position: 3, sentence: 'erased' }), event('b', { position: 2 })])
    expect(ids(read)).toEqual(['d', 'c', 'b'])
    expect(read[1]?.sentence).toBe('erased')
  })

  test('is reloaded from the oldest event that has a waiting mail or is recent', () => {
    const known = [event('c', { position: 3 }), event('b', { position: 2, mails: [waiting] }), event('a')]
    expect(oldestToReload([event('a', { mails: [{ ...waiting, fate: 'sent' }] })], [])).toBeUndefined()
    expect(oldestToReload(known, [])).toBe(2)
    expect(oldestToReload([event('c', { position: 3 })], [event('c', { position: 3 })])).toBe(3)
  })

  test('has older events after its page, or when newer events have pushed some out', () => {
    const first = { content: [event('b'), event('a')], last: true }
    expect(hasOlder(first.content, { ...first, last: false })).toBe(true)
    expect(hasOlder(first.content, first)).toBe(false)
    const many = (count: number) => Array.from({ length: count }, (_, i) => event(`newer ${i}`, { position: 2 }))
    expect(hasOlder(withNewer(first.content, many(58)), first)).toBe(false)
    expect(hasOlder(withNewer(first.content, many(59)), first)).toBe(true)
  })

  test('is summarised by its total and by the positions shown', () => {
    const page = { content: [], totalElements: 1200, totalIsExact: false }
    expect(eventsSummary(page)).toBe('more than 1,200 events')
    const content = [event('b', { position: 1070 }), event('a', { position: 21 })]
    expect(eventsSummary({ ...page, content })).toBe('more than 1,200 events, #1,070 to #21 are shown')
    const only = { content: [event('a')], totalElements: 1, totalIsExact: true }
    expect(eventsSummary(only)).toBe('1 event, #1 is shown')
  })
})
