import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { EngineUnavailable, OperatorError } from '../../../domain/errors.ts'
import { PositionNotInLog, type Position } from '../../event-store.ts'

const engine = 'event store'

const definite = [
  WrongExpectedVersionError,
  StreamNotFoundError,
  StreamDeletedError,
  AccessDeniedError,
  MaxAppendSizeExceededError,
  InvalidArgumentError,
]

/** Whether the server answered with a refusal, so that the client is still sound. */
export function keepsClient(error: unknown): boolean {
  return error instanceof EngineUnavailable || definite.some((kind) => error instanceof kind)
}

/**
 * Translates a failed call for the port. Unless it is a definite refusal, an append's outcome is unknown, or `none` if
 * the call never left this process. `setting` names the setting with the URL, for the message about a refused account.
 */
export function asFailure(error: unknown, setting: string): unknown {
  if (error instanceof AccessDeniedError || hasCode(error, unauthenticated)) return accessDenied(error, setting)
  if (keepsClient(error) || error instanceof TypeError) return error
  return new EngineUnavailable(engine, { outcome: neverLeft(error) ? 'none' : 'unknown', cause: error })
}

/**
 * Translates a failed read of `$all` from a position: the server rejects a position inside a record with an unknown
 * error, which is an answer about the log, not an outage.
 */
export function asFailureAt(error: unknown, position: Position): unknown {
  const isRefused = error instanceof EngineUnavailable && hasCode(error.cause, unknownError)
  return isRefused ? new PositionNotInLog(position, { cause: error }) : error
}

const unknownError = 2
const unavailable = 14
const unauthenticated = 16

/** Nothing was written, and nothing can be until the operator grants the account its permissions. */
function accessDenied(error: unknown, setting: string): EngineUnavailable {
  const remedy = `Set ${setting} to an account that may write, and read $all (a member of $admins).`
  const cause = new OperatorError(`EventStoreDB refuses the account of ${setting}`, remedy, { cause: error })
  return new EngineUnavailable(engine, { outcome: 'none', cause })
}

/** Whether the call never left this process, because gRPC had no connection for it. */
function neverLeft(error: unknown): boolean {
  const isUnconnected =
    error instanceof Error && /Failed to discover|No connection established|Name resolution failed/.test(error.message)
  return isUnconnected && (hasCode(error, unavailable) || !hasCode(error))
}

function hasCode(error: unknown, code?: number): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return code === undefined ? typeof error.code === 'number' : error.code === code
}
