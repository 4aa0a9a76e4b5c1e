import type { Actor } from '#core/domain/actor.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { MailCopy, RecordedDecision, RecordedRetry } from '../notifications/module.ts'
import type { OperationsRecord } from '../operations/module.ts'

/** Records decisions about held mails as operations on the reactor `mails`. */
export function recordedDecisions({ write }: Pick<OperationsRecord, 'write'>) {
  return (by: Actor, { decision, count, ids }: RecordedDecision): Promise<Position> => {
    const type = decision === 'send' ? 'HeldMailsSent' : 'HeldMailsDiscarded'
    return write(by, { type, data: { projection: 'mails', count, ids: [...ids] } })
  }
}

/** Records that mails are retried in the same way. */
export function recordedRetries({ write }: Pick<OperationsRecord, 'write'>) {
  return (by: Actor, { count, ids }: RecordedRetry): Promise<Position> =>
    write(by, { type: 'MailsRetried', data: { projection: 'mails', count, ids: [...ids] } })
}

/** Records a second copy of a mail in the same way, as the event with this id. */
export function recordedCopies({ write }: Pick<OperationsRecord, 'write'>) {
  return (by: Actor, copied: MailCopy, id: string): Promise<Position> =>
    write(by, { type: 'MailSentAgain', data: { projection: 'mails', ...copied } }, id)
}
