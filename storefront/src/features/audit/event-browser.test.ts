import { describe, expect, test } from 'vitest'
import { joined } from './ask/use-scan.ts'
import { readEventsSearch } from './audit-params.ts'
import { filterOf } from './event-filters/filter-of.ts'
import { importanceOf } from './events/event-kinds.ts'
import { markNarrowings } from './event-filters/mark-narrowings.ts'
import { dayOf, timeNarrowing, timeOf } from './event-filters/time-presets.tsx'
import { barAt, between, spanOf } from './histogram/brush.ts'
import { elapsed, exactly, formatMilliseconds, relativeTime } from './times.ts'

const filterIn = (search: Record<string, unknown>) => filterOf(readEventsSearch(search))

describe('the events of an address', () => {
  test('leave out reads of personal data unless these are requested', () => {
    expect(filterIn({})).toMatchObject({ without: 'audit' })
    expect(filterIn({ type: 'OrderPlaced', before: '7' })).toMatchObject({ without: 'audit', type: 'OrderPlaced' })
    for (const asked of [
      { reads: 'shown' },
      { category: 'audit' },
      { type: 'PersonalDataRead' },
      { stream: 'audit-2026-11-20T09-admin-the.list.of.users' },
      { correlationId: '0192a1b2-0000-7000-8000-000000000001' },
      { where: 'type = PersonalDataRead' },
      { where: "type in (OrderPlaced, 'PersonalDataRead')" },
      { where: "revision = 0 and (category='audit')" },
      { where: "stream = 'audit-2026-11-20T09-admin-orders'" },
      { where: "data.what = 'the list of users'" },
      { where: "correlationId = '0192a1b2-0000-7000-8000-000000000001'" },
    ])
      expect(filterIn(asked)).not.toHaveProperty('without')
  })

  test('leave them out although a value that is compared with something else names them', () => {
    for (const where of [
      "data.title = 'Audit lamp'",
      "data.title = 'it''s audit' or data.title = 'data.what = 1'",
      'data.company = audit',
      'type != PersonalDataRead',
      "stream = 'order-ORD48210377'",
    ])
      expect(filterIn({ where })).toMatchObject({ where, without: 'audit' })
    expect(filterIn({ stream: 'auditions-1' })).toMatchObject({ without: 'audit' })
  })

  test('begin with the hour, the day or the month in India', () => {
    const now = Date.parse('2026-11-20T20:00:00Z')
    expect(timeOf('Last hour', now)).toEqual({ from: '2026-11-20T19:00:00.000Z' })
    expect(timeOf('Today', now)).toEqual({ from: '2026-11-20T18:30:00.000Z' })
    expect(timeOf('This month', now)).toEqual({ from: '2026-10-31T18:30:00.000Z' })
  })

  test('are one day in India, which its field then shows', () => {
    const yesterday = timeOf('Yesterday', Date.parse('2026-11-20T20:00:00Z'))
    expect(yesterday).toEqual({ from: '2026-11-19T18:30:00.000Z', to: '2026-11-20T18:29:59.999Z' })
    expect(dayOf({ to: undefined, ...yesterday })).toBe('2026-11-20')
    expect(dayOf({ from: yesterday.from, to: undefined })).toBe('')
    expect(dayOf({ from: undefined, to: undefined })).toBe('')
  })

  test('are named next to the list, so that they can be removed', () => {
    const [from, to] = ['2026-11-19T18:30:00.000Z', '2026-11-20T09:30:00.000Z']
    expect(timeNarrowing({})).toBe(false)
    expect(timeNarrowing({ from })).toEqual({ label: 'Since 20 Nov 2026, 12:00 am', by: ['from', 'to', 'before'] })
    expect(timeNarrowing({ to })).toMatchObject({ label: 'Until 20 Nov 2026, 3:00 pm' })
    expect(timeNarrowing({ from, to })).toMatchObject({ label: '20 Nov 2026, 12:00 am to 20 Nov 2026, 3:00 pm' })
    expect(timeNarrowing(timeOf('Yesterday', Date.parse('2026-11-20T20:00:00Z')))).toMatchObject({
      label: '20 Nov 2026',
    })
  })
})

test('filters are named in words, and each can be removed', () => {
  const search = {
    category: 'orderNotes',
    type: 'OrderNoteAdded',
    stream: 'orderNotes-ORD48210377',
    by: '0192a1b2-0000-7000-8000-00000000beef',
    correlationId: 'a request',
  }
  const labels = (person?: string) => markNarrowings(search, person).map(({ label }) => label)
  expect(labels('Asha Rao')).toEqual([
    'Category: notes on an order',
    'Type: order note added',
    'Notes on order ORD48210377',
    'By Asha Rao',
    'Request a request',
  ])
  expect(labels()).toContain('By …0000beef')
  expect(markNarrowings({ type: 'OrderPlaced', where: 'revision = 0' }, undefined)).toEqual([
    { label: 'Type: order placed', by: ['type', 'before'] },
  ])
})

describe('the histogram', () => {
  const histogram = {
    seconds: 60,
    isBound: false,
    bars: ['09:30', '09:31', '09:32'].map((time) => ({ from: `2026-11-20T${time}:00.000Z`, events: 1 })),
  }

  test('has a bar at each part of its width', () => {
    expect([-0.1, 0, 0.34, 0.99, 1, 2].map((part) => barAt(part, 3))).toEqual([0, 0, 1, 2, 2, 2])
  })

  test('returns the time from the first to the last selected bar, in either direction', () => {
    expect(between(2, 1)).toEqual({ first: 1, last: 2 })
    expect(spanOf(histogram, between(2, 1))).toEqual({
      from: '2026-11-20T09:31:00.000Z',
      to: '2026-11-20T09:32:59.999Z',
    })
  })
})

test('the parts of a search add up', () => {
  const first = { content: [], last: false, scan: { position: 50, events: 2_000, percent: 40 } }
  const second = { content: [], last: true, scan: { position: 1, events: 500, percent: 100 } }
  expect(joined(first, second)).toEqual({
    content: [],
    last: true,
    scan: { position: 1, events: 2_500, percent: 100 },
  })
})

test('times are exact in the list, relative on hover, and exact up to a minute between two events', () => {
  expect(formatMilliseconds('2026-11-20T09:30:07.123Z')).toBe('20 Nov 2026, 15:00:07.123')
  const now = Date.parse('2026-11-20T09:33:00Z')
  expect(relativeTime('2026-11-20T09:30:00Z', now)).toBe('3 minutes ago')
  expect(relativeTime('2026-11-18T09:30:00Z', now)).toBe('2 days ago')
  expect([0, 999, 3_412, 59_999, 125_000, 7_200_000, 90_000_000].map(elapsed)).toEqual([
    '0 ms',
    '999 ms',
    '3,412 ms',
    '59,999 ms',
    '2 min',
    '2 h',
    '1 d',
  ])
  expect(exactly(125_007)).toBe('1,25,007 ms')
})

test('failures are more important than endings, and these than routine events', () => {
  const event = {
    id: 'a',
    position: 1,
    stream: 'order-ORD48210377',
    revision: 0,
    category: 'order',
    type: 'OrderCancelled',
    at: '2026-11-20T09:30:00.000Z',
    by: { id: 'asha', name: 'Asha Rao', role: 'USER' },
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
    data: {},
    sentence: '',
    mails: [],
  }
  const failed = { id: 'mail', kind: 'order-cancelled', fate: 'failed' as const, attempts: 5 }
  expect(importanceOf({ ...event, mails: [failed] })).toBe('alarming')
  expect(importanceOf(event)).toBe('high')
  expect(importanceOf({ ...event, type: 'OrderPlaced' })).toBe('normal')
  expect(importanceOf({ ...event, category: 'cart', type: 'CartClaimed' })).toBe('low')
})
