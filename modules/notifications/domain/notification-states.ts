import type { NotificationStatus } from '../schema.ts'

/** The operator's view: not finished, held for a decision, given up, finished. */
export type NotificationState = 'waiting' | 'held' | 'failed' | 'done'

type Statuses = readonly [NotificationStatus, ...NotificationStatus[]]

export const statusesOf: Record<NotificationState, Statuses> = {
  waiting: ['pending', 'queued', 'sending'],
  held: ['held'],
  failed: ['failed'],
  done: ['sent', 'cancelled'],
}

export const everyStatus: Statuses = [
  ...statusesOf.waiting,
  ...statusesOf.held,
  ...statusesOf.failed,
  ...statusesOf.done,
]

export function stateOf(status: NotificationStatus): NotificationState {
  if (statusesOf.waiting.includes(status)) return 'waiting'
  return status === 'failed' || status === 'held' ? status : 'done'
}
