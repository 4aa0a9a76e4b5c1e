import type { NotificationStatus } from '../schema.ts'

/** The operator's view: not finished, held for a decision, given up, finished. */
export type NotificationState = 'waiting' | 'held' | 'failed' | 'done'

export const statusesOf: Record<NotificationState, readonly NotificationStatus[]> = {
  waiting: ['pending', 'queued', 'sending'],
  held: ['held'],
  failed: ['failed'],
  done: ['sent', 'cancelled'],
}

export function stateOf(status: NotificationStatus): NotificationState {
  if (statusesOf.waiting.includes(status)) return 'waiting'
  return status === 'failed' || status === 'held' ? status : 'done'
}
