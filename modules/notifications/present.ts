import { stateOf } from './domain/notification-states.ts'
import type { Job } from './schema.ts'
import type { NotificationRow } from './tables.ts'

export function presentJob(row: NotificationRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    stream: row.stream,
    revision: row.revision,
    state: stateOf(row.status),
    status: row.status,
    attempts: row.attempts,
    createdAt: row.created_at,
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.due_at === null ? {} : { nextAttemptAt: row.due_at }),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.recipient_id === null ? {} : { recipientId: row.recipient_id }),
    ...(row.copy_of === null ? {} : { copyOf: row.copy_of }),
  }
}

/** The status of a mail, as shown with the event that caused it. */
export type DeliveryStatus = {
  id: string
  kind: string
  fate: 'sent' | 'waiting' | 'held' | 'failed' | 'not sent'
  attempts: number
  sentAt?: string
  error?: string
  copyOf?: string
}

export function presentMail(row: NotificationRow): DeliveryStatus {
  const { id, kind, attempts, error, sent_at: sentAt, copy_of: copyOf } = row
  return {
    id,
    kind,
    fate: deliveryStatusOf(row),
    attempts,
    ...(sentAt === null ? {} : { sentAt }),
    ...(error === null ? {} : { error }),
    ...(copyOf === null ? {} : { copyOf }),
  }
}

/** A mail as its recipient gets it with all their data; its text is not kept. */
export function presentSent({ kind, stream, sent_at: sentAt, message_id: messageId }: NotificationRow) {
  return { kind, about: stream, sentAt, messageId }
}

function deliveryStatusOf({ status }: NotificationRow): DeliveryStatus['fate'] {
  if (status === 'cancelled') return 'not sent'
  return status === 'sent' || status === 'failed' || status === 'held' ? status : 'waiting'
}
