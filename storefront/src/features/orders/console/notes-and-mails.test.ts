import { expect, test } from 'vitest'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { failureOf, mailsIn, notesIn } from './notes-and-mails.ts'

function event(id: string, more: Partial<AuditEvent>): AuditEvent {
  return {
    id,
    position: 1,
    stream: 'order-ORD48210377',
    revision: 0,
    category: 'order',
    type: 'OrderPlaced',
    at: '2026-11-20T09:30:00.000Z',
    by: { id: 'vikram', name: 'Vikram Shetty', role: 'ADMIN' },
    correlationId: 'request',
    causationId: 'request',
    schemaVersion: 1,
    data: {},
    sentence: '',
    mails: [],
    ...more,
  }
}

const sent = { id: 'm1', kind: 'order-placed', fate: 'sent', attempts: 1 } as const
const note = (id: string, text: string) => event(id, { type: 'OrderNoteAdded', data: { text } })

test('the notes of an order are listed newest first, including unreadable ones', () => {
  const unreadable = event('c', { type: 'OrderNoteAdded', unreadable: 'The key is missing' })
  expect(notesIn([event('a', {}), note('b', 'Called'), unreadable]).map(({ text, by }) => [text, by])).toEqual([
    ['The key is missing', 'Vikram Shetty'],
    ['Called', 'Vikram Shetty'],
  ])
})

test('the mails of an order are listed newest first, and a copy after its original', () => {
  const placed = event('a', { mails: [sent, { ...sent, id: 'm2', copyOf: 'm1' }] })
  const other = event('b', { mails: [{ ...sent, id: 'm3', kind: 'a-new-kind' }] })
  expect(mailsIn([placed, other]).map(({ id, about }) => [id, about])).toEqual([
    ['m3', 'a-new-kind'],
    ['m1', 'Order received'],
    ['m2', 'Order received'],
  ])
})

test('the failure of a mail has its attempts and its reason, or the one of them that there is', () => {
  const error = 'The database was restored'
  expect(failureOf({ fate: 'failed', attempts: 3, error })).toBe('after 3 attempts: The database was restored')
  expect(failureOf({ fate: 'held', attempts: 0, error })).toBe('The database was restored')
  expect(failureOf({ fate: 'waiting', attempts: 1 })).toBe('after 1 attempt')
  expect(failureOf(sent)).toBe('')
})
