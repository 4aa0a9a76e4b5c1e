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

/** The server has answered, and said no: the client is as good as before. */
export function leavesClientSound(error: unknown): boolean {
  return error instanceof EngineUnavailable || definite.some((kind) => error instanceof kind)
}

/**
 * What a failed call means to the port. Other than by a definite refusal, an append's outcome is unknown, unless the call
 * never left this process. `setting` holds the URL, and is named where the account in it is refused.
 */
export function asFailure(error: unknown, setting: string): unknown {
  if (error instanceof AccessDeniedError || hasCode(error, unauthenticated)) return accessDenied(error, setting)
  if (leavesClientSound(error) || error instanceof TypeError) return error
  return new EngineUnavailable(engine, { outcome: neverLeft(error) ? 'none' : 'unknown', cause: error })
}

/**
 * What a failed read of `$all` from a position means: the server refuses a position inside a record by an unknown error,
 * which is the log's answer and not an absence of the server.
 */
export function asFailureAt(error: unknown, position: Position): unknown {
  const isRefused = error instanceof EngineUnavailable && hasCode(error.cause, unknownError)
  return isRefused ? new PositionNotInLog(position, { cause: error }) : error
}

const unknownError = 2
const unavailable = 14
const unauthenticated = 16

/** Nothing was written, and nothing will be until the operator has given the account its rights. */
function accessDenied(error: unknown, setting: string): EngineUnavailable {
  const remedy = `Put an account into ${setting} that may write, and read $all (a member of $admins).`
  const cause = new OperatorError(`EventStoreDB refuses the account of ${setting}`, remedy, { cause: error })
  return new EngineUnavailable(engine, { outcome: 'none', cause })
}

/** Nobody to connect to: gRPC had no connection on which the call could have gone out. */
function neverLeft(error: unknown): boolean {
  const isNowhere =
    error instanceof Error && /Failed to discover|No connection established|Name resolution failed/.test(error.message)
  return isNowhere && (hasCode(error, unavailable) || !hasCode(error))
}

function hasCode(error: unknown, code?: number): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return code === undefined ? typeof error.code === 'number' : error.code === code
}
