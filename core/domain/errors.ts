/** One invalid field of an input: its path (`shipping.zipCode`) and how to correct it. */
export type FieldError = { field: string; defaultMessage: string }

/** Why a request is refused, in terms of the domain; `http/responses/problem-details.ts` maps these to status codes. */
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

/** A refusal whose message is shown to the client verbatim. Nothing was changed. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: RejectionCode
  readonly errors: FieldError[] | undefined
  /** Set where a retry may succeed: the delay before it. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: RejectionCode, message: string, details: RejectionDetails = {}) {
    super(message)
    this.code = code
    this.errors = details.errors
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/**
 * An engine (event store, database, search index, queue) is unavailable. `outcome` says whether a write may have taken
 * effect: `none` means certainly not; `unknown` must be resolved by a retry with the same ids.
 */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
  readonly engine: string
  readonly outcome: 'none' | 'unknown'
  readonly retryAfterSeconds: number
  /** A message for the client that is more helpful than that the shop cannot answer. */
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

/** The operator must act: `message` states the problem, `remedy` the action. Printed as one line, with exit code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly remedy: string

  constructor(message: string, remedy: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.remedy = remedy
  }
}

/** The remedy for an unavailable engine, where it is known: the engine may, for example, refuse the shop's account. */
export function remedyOf(error: unknown): OperatorError | undefined {
  const cause = error instanceof EngineUnavailable ? error.cause : error
  return cause instanceof OperatorError ? cause : undefined
}
