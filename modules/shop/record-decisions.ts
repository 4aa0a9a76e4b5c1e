import type { Actor } from '#core/domain/actor.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { RecordedDecision } from '../notifications/module.ts'
import type { OperationsRecord } from '../operations/module.ts'

/** Records decisions about held mails as operations on the reactor `mails`. */
export function recordedDecisions({ write }: Pick<OperationsRecord, 'write'>) {
  return (by: Actor, { decision, count, ids }: RecordedDecision): Promise<Position> => {
    const type = decision === 'send' ? 'HeldMailsSent' : 'HeldMailsDiscarded'
    return write(by, { type, data: { projection: 'mails', count, ids: [...ids] } })
  }
}
