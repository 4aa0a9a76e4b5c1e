import { OperatorError } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'

/** The remedy where the event log and the database do not match: a retry does not help. */
export const remedyOfDivergedLog =
  'Connect the event store that belongs to the database, or restore both as of the same moment. To accept this event log as it is, stop every process of the shop and run "npm run ops -- adopt-log".'

const question = 'is this the right event store, or was it restored from an older backup?'

/** A read model or reactor followed another event log. */
export class LogDiverged extends OperatorError {
  constructor(what: string) {
    super(`${what}: ${question}`, remedyOfDivergedLog)
  }
}

/** The log ends before a position that a checkpoint has reached. */
export function beyondTheLog(name: string, position: Position): LogDiverged {
  return new LogDiverged(`the event log ends before position ${position}, which ${name} has already processed`)
}

/** The log has another event at the position of the last processed one. */
export function anotherEvent(name: string, position: Position): LogDiverged {
  return new LogDiverged(
    `the event log has another event at position ${position} than the one that ${name} has processed`,
  )
}
