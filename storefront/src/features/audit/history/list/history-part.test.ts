import { expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { partOf } from './history-part.ts'

const events = Array.from({ length: 250 }, (_, revision): AuditEvent => {
  const by = { id: 'a', name: 'asha', role: 'ADMIN' }
  const ids = { id: String(revision), correlationId: 'c', causationId: 'c', by, schemaVersion: 1 }
  const place = { position: revision + 1, stream: 'cart-a', revision, category: 'cart', at: '2026-11-21T09:30:00Z' }
  return { ...ids, ...place, type: 'CartItemQuantitySet', data: {}, sentence: '', mails: [] }
})
const shown = (part: number | undefined, revision: number) => {
  const { number, parts, first, ...found } = partOf(events, { part, isCurrent: (one) => one.revision === revision })
  return { number, parts, first, revisions: [found.events[0]?.revision, found.events.at(-1)?.revision] }
}

test('a history is shown in parts, at first the one with the chosen point in time', () => {
  expect(shown(undefined, 249)).toEqual({ number: 3, parts: 3, first: 200, revisions: [200, 249] })
  expect(shown(undefined, 99)).toEqual({ number: 1, parts: 3, first: 0, revisions: [0, 99] })
  expect(shown(undefined, 1_000)).toMatchObject({ number: 1 })
})

test('the address chooses a part, within those that there are', () => {
  expect(shown(2, 249)).toMatchObject({ number: 2, revisions: [100, 199] })
  expect(shown(0, 249)).toMatchObject({ number: 1 })
  expect(shown(9, 0)).toMatchObject({ number: 3 })
  expect(partOf([], { part: undefined, isCurrent: () => false })).toEqual({ number: 1, parts: 1, first: 0, events: [] })
})
