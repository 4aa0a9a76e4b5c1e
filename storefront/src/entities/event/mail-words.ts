import type { mailKinds } from '../../lib/event-types.gen.ts'

export type MailKind = (typeof mailKinds)[number]

/** The subject of a mail of each kind. */
export const mailWords: Readonly<Record<MailKind, string>> = {
  'order-placed': 'Order received',
  'order-confirmed': 'Order confirmed',
  'order-dispatched': 'Order dispatched',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-returned': 'Order returned',
  'service-request-received': 'Request received',
  'service-request-acknowledged': 'Request acknowledged',
  'service-request-resolved': 'Request resolved',
  'service-request-declined': 'Request declined',
  'service-request-replied': 'Reply to a request',
  'service-request-withdrawn': 'Request withdrawn',
  'verify-email': 'Confirm the address',
  'confirm-new-email': 'Confirm a new address',
  'email-change-notice': 'Address was changed',
  'reset-password': 'New password',
}

/** A kind in words; a kind of another version of the shop is shown unchanged. */
export function wordsOfMail(kind: string): string {
  return isMailKind(kind) ? mailWords[kind] : kind
}

export function isMailKind(kind: unknown): kind is MailKind {
  return typeof kind === 'string' && Object.hasOwn(mailWords, kind)
}
