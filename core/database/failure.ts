import { EngineUnavailable, OperatorError } from '../domain/errors.ts'
import { codeOf } from '../process/system-error.ts'

/** The driver's messages for a missing or lost connection; these errors have no code. */
const lostConnection = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
]

// ENOENT: the Unix socket is missing; EAGAIN: its queue is full.
const unreachable = /^(ECONN|EAGAIN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOENT|ERR_SOCKET)/

/** The server ended the session or shuts down: 08 connection exception, 57P operator intervention, 25P0… timeouts. */
const sessionEnded = /^(08...|57P0[1-5]|25P0[34])$/

/** Rolled back, and a retry may succeed: insufficient resources, lock and statement timeouts, deadlocks, I/O errors. */
const refusedForNow = /^(53...|55P03|57014|40001|40P01|58030)$/

/** The most connections of one process; `docs/production.md` lists them. */
const connectionsPerProcess = 29

/** The disk has corrupted a page of a table or an index. */
const corrupted = /^XX00[12]$/

/**
 * Turns a failure of the database itself into `EngineUnavailable`, or into an `OperatorError` if its files are
 * damaged; returns every other error (a violated constraint, wrong SQL) unchanged. `ifLost` is the outcome to report
 * if the session was lost while the statement ran.
 */
export function databaseFailure(error: unknown, ifLost: 'none' | 'unknown' = 'none'): unknown {
  if (!(error instanceof Error) || error instanceof EngineUnavailable) return error
  if (codeOf(error) === noConnectionLeft) return new EngineUnavailable('database', { cause: tooManyConnections(error) })
  if (refusedForNow.test(codeOf(error))) return new EngineUnavailable('database', { outcome: 'none', cause: error })
  if (corrupted.test(codeOf(error))) return damaged(error)
  if (isSessionLost(error)) return new EngineUnavailable('database', { outcome: ifLost, cause: error })
  return error
}

const noConnectionLeft = '53300'

/** The server's sentence names what is exhausted: the role, the database or the server. */
function tooManyConnections(cause: Error): OperatorError {
  return new OperatorError(
    `the database refuses a connection: ${cause.message}`,
    `Raise that limit to at least ${connectionsPerProcess} for each process of the shop, or end other connections.`,
    { cause },
  )
}

/** The corrupted page is named in the remedy, which clients never see. */
function damaged(cause: Error): OperatorError {
  return new OperatorError('the database is damaged', `Restore it from its last backup: ${cause.message}.`, { cause })
}

/** Whether an error of the driver means that its connection can no longer be used. */
export function isSessionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (sessionEnded.test(code) || unreachable.test(code)) return true
  return lostConnection.some((message) => error.message.includes(message))
}
