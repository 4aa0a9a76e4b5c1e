import type { AuditEvent, AuditMail } from '#modules/audit/schema.ts'
import { wordsOfMail } from '../../../entities/event/mail-words.ts'
import { countOf } from '../../../lib/format/format.ts'

export type Note = { id: string; text: string; by: string; at: string }

/** The notes of the staff among the events of an order, newest first. */
export function notesIn(events: readonly AuditEvent[]): Note[] {
  return events
    .filter(({ type }) => type === 'OrderNoteAdded')
    .map(({ id, data, by, at, unreadable }) => ({ id, text: textOf(data['text'], unreadable), by: by.name, at }))
    .toReversed()
}

function textOf(text: unknown, unreadable: string | undefined): string {
  return typeof text === 'string' ? text : (unreadable ?? '')
}

/** A mail, and its subject in words. */
export type OrderMail = AuditMail & { about: string }

/** The mails that the events of an order caused, newest first; a copy follows its original. */
export function mailsIn(events: readonly AuditEvent[]): OrderMail[] {
  const byEvent = events.map(({ mails }) => mails.map((mail) => ({ ...mail, about: wordsOfMail(mail.kind) })))
  return byEvent.toReversed().flat()
}

/** What has gone wrong with a mail so far: `after 3 attempts: the reason`; empty if nothing has. */
export function failureOf({ fate, attempts, error = '' }: Pick<AuditMail, 'fate' | 'attempts' | 'error'>): string {
  const tries = fate !== 'sent' && attempts > 0 ? `after ${countOf(attempts, 'attempt')}` : ''
  return [tries, error].filter((part) => part !== '').join(': ')
}
