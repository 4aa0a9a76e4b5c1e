import type { Job, NotificationStatus } from '#modules/notifications/schema.ts'
import type { BulkStep } from '../../../entities/list/bulk/bulk-bar.tsx'
import type { ApiClient } from '../../../lib/api/client.ts'
import { decideHeldJob, retryJob, sendMailAgain } from '../../../lib/api/operations.ts'
import { newId } from '../../../lib/new-id.ts'
import type { StepText } from '../../../ui/overlays/step-fields.ts'

export type MailStep = 'retry' | 'send' | 'discard' | 'copy'

/** The steps that an operator can take from each status; the API decides about each mail. */
const mailSteps: Readonly<Record<NotificationStatus, readonly MailStep[]>> = {
  pending: [],
  queued: ['retry'],
  sending: [],
  held: ['send', 'discard'],
  failed: ['retry'],
  sent: ['copy'],
  cancelled: [],
}

/** The steps that are possible with a mail. One in the queue can only be tried earlier than scheduled. */
export function stepsOf({ status, nextAttemptAt }: Job): readonly MailStep[] {
  return status === 'queued' && nextAttemptAt === undefined ? [] : mailSteps[status]
}

export const mailStepTexts: Readonly<Record<MailStep, StepText>> = {
  retry: {
    action: 'Try again',
    question: 'Try to send this email now?',
    explanation: 'It gets as many attempts as a new email.',
    done: 'The email is being retried',
    fields: [],
  },
  send: {
    action: 'Send',
    question: 'Send this held email?',
    explanation: 'A recipient who received the email before a restore gets it a second time.',
    done: 'The email is released to be sent',
    fields: [],
  },
  discard: {
    action: 'Mark as not sent',
    question: 'Mark this email as not sent?',
    explanation: 'It is never sent, and stays in the list of those that are done. This cannot be undone.',
    done: 'The email is marked as not sent',
    danger: true,
    fields: [],
  },
  copy: {
    action: 'Send again',
    question: 'Send a second copy of this email?',
    explanation: 'The recipient gets the email a second time. The history shows that you requested it.',
    done: 'A second copy is on its way',
    fields: [],
  },
}

const takes: Readonly<Record<MailStep, (api: ApiClient, id: string) => Promise<unknown>>> = {
  retry: retryJob,
  send: (api, id) => decideHeldJob(api, 'send', id),
  discard: (api, id) => decideHeldJob(api, 'discard', id),
  copy: sendCopy,
}

/** The keys of copies whose answer is unknown, by mail: requested again, they are not sent twice. */
const copyKeys = new Map<string, string>()

async function sendCopy(api: ApiClient, id: string): Promise<void> {
  const key = copyKeys.get(id) ?? newId()
  copyKeys.set(id, key)
  await sendMailAgain(api, id, key)
  copyKeys.delete(id)
}

export function takeMailStep(api: ApiClient, id: string, step: MailStep): Promise<unknown> {
  return takes[step](api, id)
}

const allSteps: readonly MailStep[] = ['retry', 'send', 'discard', 'copy']

/** The steps that are possible for at least one of these mails. */
export function bulkSteps(selected: readonly Job[]): BulkStep[] {
  const possible = new Set(selected.flatMap(stepsOf))
  return allSteps
    .filter((step) => possible.has(step))
    .map((step) => ({ text: mailStepTexts[step], take: (api, id) => takeMailStep(api, id, step) }))
}
