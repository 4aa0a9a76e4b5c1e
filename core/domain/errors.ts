/** One invalid field of an input: its path (`shipping.zipCode`) and what to do about it. */
export type FieldError = { field: string; defaultMessage: string }

/** Why a request is refused, in the domain's words; `http/problem-details.ts` alone knows the numbers. */
export type RejectionCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'precondition-failed'
  | 'key-reused'
  | 'too-large'
  | 'unsupported-media-type'
  | 'too-many-requests'

type RejectionDetails = { errors?: FieldError[] | undefined; retryAfterSeconds?: number | undefined }

/** A refusal that the caller may read word for word. Nothing was changed. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: RejectionCode
  readonly errors: FieldError[] | undefined
  /** Where it is worth trying again, and when. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: RejectionCode, message: string, details: RejectionDetails = {}) {
    super(message)
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * An engine (event store, database, search index, queue) did not answer. `outcome` says whether a write may have
 * happened all the same: `none` means certainly not; `unknown` must be settled by repeating it with the same ids.
 */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
  readonly engine: string
  readonly outcome: 'none' | 'unknown'
  readonly retryAfterSeconds: number
  /** What the person is told, where something more helpful can be said than that the shop cannot answer. */
  readonly advice: string | undefined

  constructor(
    engine: string,
    options: { outcome?: 'none' | 'unknown'; cause?: unknown; retryAfterSeconds?: number; advice?: string } = {},
  ) {
    super(`${engine} does not answer`, { cause: options.cause })
    this.engine = engine
    this.outcome = options.outcome ?? 'none'
    this.retryAfterSeconds = options.retryAfterSeconds ?? 2
    this.advice = options.advice
  }
}

/** The person at the keyboard must act: `message` names the thing, `remedy` what to do. Shown as one line, exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly remedy: string

  constructor(message: string, remedy: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.remedy = remedy
  }
}

/** What an operator can do about an engine that does not answer, where that is known: it may refuse the shop's account. */
export function remedyOf(error: unknown): OperatorError | undefined {
  const cause = error instanceof EngineUnavailable ? error.cause : error
  return cause instanceof OperatorError ? cause : undefined
}
