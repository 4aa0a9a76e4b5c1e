import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

/** What the driver says when there is no connection (any more); it gives these errors no code. */
const lostConnection = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
]

const unreachable = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOENT|ERR_SOCKET)/

/** The server ended the session or goes down: 08 connection exception, 57P operator intervention, 25P03/25P04 time limits. */
const sessionEnded = /^(08...|57P0[1-5]|25P0[34])$/

/** The server refused this statement for now, and undid it: resources, lock and statement timeouts, deadlocks, I/O. */
const refusedForNow = /^(53...|55P03|57014|40001|40P01|58030)$/

/** What was read cannot be what was written: the disk has garbled a page of a table, or of an index. */
const garbled = /^XX00[12]$/

/**
 * Turns a failure of the database itself into `EngineUnavailable`, or into an `OperatorError` where its files are damaged;
 * every other error (a violated constraint, wrong SQL) comes back as it is. `ifLost` is the outcome to state when the
 * session was lost while the statement was under way.
 */
export function databaseFailure(error: unknown, ifLost: 'none' | 'unknown' = 'none'): unknown {
  if (!(error instanceof Error) || error instanceof EngineUnavailable) return error
  if (refusedForNow.test(codeOf(error))) return new EngineUnavailable('database', { outcome: 'none', cause: error })
  if (garbled.test(codeOf(error))) return damaged(error)
  if (isSessionLost(error)) return new EngineUnavailable('database', { outcome: ifLost, cause: error })
  return error
}

/** Which page it is stands in the remedy: that is never told to strangers. */
function damaged(cause: Error): OperatorError {
  return new OperatorError('the database is damaged', `Restore it from its last backup: ${cause.message}.`, { cause })
}

/** Whether an error of the driver means that its connection is of no use any more. */
export function isSessionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (sessionEnded.test(code) || unreachable.test(code)) return true
  return lostConnection.some((said) => error.message.includes(said))
}
