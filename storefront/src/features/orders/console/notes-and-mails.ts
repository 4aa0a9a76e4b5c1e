import type { AuditEvent, AuditMail } from '#modules/audit/schema.ts'

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

/** A mail, and what it informs of in words. */
export type OrderMail = AuditMail & { about: string }

const about: Record<string, string> = {
  'order-placed': 'Order received',
  'order-confirmed': 'Order confirmed',
  'order-dispatched': 'Order dispatched',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-returned': 'Order returned',
}

/** The mails that the events of an order caused, newest first; a copy follows its original. */
export function mailsIn(events: readonly AuditEvent[]): OrderMail[] {
  const byEvent = events.map(({ mails }) => mails.map((mail) => ({ ...mail, about: about[mail.kind] ?? mail.kind })))
  return byEvent.toReversed().flat()
}
