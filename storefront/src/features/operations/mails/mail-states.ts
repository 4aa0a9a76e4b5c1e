import type { Job, NotificationStatus } from '#modules/notifications/schema.ts'
import type { Tone } from '../../../ui/data/badge.tsx'

export const stateLabels: Readonly<Record<Job['state'], string>> = {
  waiting: 'Waiting',
  held: 'Held',
  failed: 'Failed',
  done: 'Done',
}

/** The states of a mail. */
export const statusBadges: Readonly<Record<NotificationStatus, { tone: Tone; label: string }>> = {
  pending: { tone: 'info', label: 'Waiting' },
  queued: { tone: 'info', label: 'In the queue' },
  sending: { tone: 'info', label: 'Being sent' },
  held: { tone: 'warning', label: 'Held' },
  sent: { tone: 'success', label: 'Sent' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'neutral', label: 'Not sent' },
}
