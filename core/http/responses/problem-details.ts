import { Type, type Static } from 'typebox'
import { EngineUnavailable, Rejection, type FieldError, type RejectionCode } from '../../domain/errors.ts'
import { StreamConflict, UndecodableEvent } from '../../event-store/event-store.ts'

/** The format of every error response (RFC 9457). */
export const Problem = Type.Object({
  type: Type.String({ description: 'The kind of problem', examples: ['/api/docs#problem-invalid'] }),
  title: Type.String({ examples: ['Invalid input'] }),
  status: Type.Integer({ examples: [400] }),
  detail: Type.String({ description: 'The message for the user', examples: ['Title cannot be empty'] }),
  instance: Type.String({ description: 'The id of the request, to quote when asking for help' }),
  message: Type.String({ description: 'The same text as `detail`' }),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), defaultMessage: Type.String() }), {
      description: 'Each invalid field, in the order in which the rules are checked',
      examples: [[{ field: 'title', defaultMessage: 'Title cannot be empty' }]],
    }),
  ),
})
export type Problem = Static<typeof Problem>

/** Refusals that exist only in HTTP. */
type HttpRefusalKind =
  | 'malformed'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'address-too-long'
  | 'expectation-failed'
  | 'headers-too-large'

export type ProblemKind = RejectionCode | HttpRefusalKind | 'unreadable' | 'unavailable' | 'internal'

/** The only place that maps refusals to status codes. */
export const problemKinds: Readonly<Record<ProblemKind, { status: number; title: string }>> = {
  invalid: { status: 400, title: 'Invalid input' },
  malformed: { status: 400, title: 'Malformed request' },
  unauthenticated: { status: 401, title: 'Not logged in' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request too slow' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  unreadable: { status: 409, title: 'A stored event cannot be read' },
  'precondition-failed': { status: 412, title: 'Changed since it was read' },
  'too-large': { status: 413, title: 'Too large' },
  'address-too-long': { status: 414, title: 'URI too long' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'expectation-failed': { status: 417, title: 'Expectation failed' },
  'key-reused': { status: 422, title: 'Idempotency key reused' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Not available right now' },
}

/** A refusal at the level of HTTP, before a route handles the request. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  readonly kind: HttpRefusalKind
  readonly headers: Readonly<Record<string, string>>

  constructor(kind: HttpRefusalKind, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.kind = kind
    this.headers = headers
  }
}

/** A problem, its headers, and whether the operator should hear of it. */
export type ProblemResponse = { problem: Problem; headers: Record<string, string>; isUnexpected: boolean }

/** Describes any error for a client: a refusal verbatim, every other error without internal details. */
export function problemOf(error: unknown, requestId: string): ProblemResponse {
  if (error instanceof Rejection) return refused(error, requestId)
  if (error instanceof HttpRefusal) return toProblem(error.kind, error.message, { requestId, headers: error.headers })
  if (error instanceof StreamConflict) {
    return toProblem('conflict', 'Another request changed this at the same time: load it again', { requestId })
  }
  if (error instanceof UndecodableEvent) return unreadable(error, requestId)
  if (error instanceof EngineUnavailable) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) }
    const text = error.advice ?? 'The shop cannot answer this right now. Please try again in a moment.'
    return { ...toProblem('unavailable', text, { requestId, headers }), isUnexpected: true }
  }
  const text = `Something went wrong on our side. Quote ${requestId} when you ask for help.`
  return { ...toProblem('internal', text, { requestId }), isUnexpected: true }
}

/** A retry does not help, so this is a conflict with the stored state and not a 503; only the operator can fix it. */
function unreadable({ event }: UndecodableEvent, requestId: string): ProblemResponse {
  const { position, stream, revision } = event
  const text =
    `This can be neither shown nor changed, because the shop cannot read one of its stored events. Nothing was changed. ` +
    `For the shop's operator: event ${revision} of ${stream} is at position ${position}. Fix the cause, or skip it ` +
    `with npm run ops -- skip --everywhere --position ${position} --reason "…"`
  return { ...toProblem('unreadable', text, { requestId }), isUnexpected: true }
}

function refused({ code, message, errors, retryAfterSeconds }: Rejection, requestId: string): ProblemResponse {
  const headers: Record<string, string> = {}
  if (code === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer'
  if (code === 'too-large') headers['Connection'] = 'close'
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(Math.ceil(retryAfterSeconds))
  return toProblem(code, message, { requestId, headers, errors })
}

type Circumstances = {
  requestId: string
  headers?: Readonly<Record<string, string>>
  errors?: FieldError[] | undefined
}

function toProblem(
  kind: ProblemKind,
  text: string,
  { requestId, headers = {}, errors }: Circumstances,
): ProblemResponse {
  const { status, title } = problemKinds[kind]
  const problem = { type: `/api/docs#problem-${kind}`, title, status, detail: text, instance: requestId, message: text }
  return { problem: errors ? { ...problem, errors } : problem, headers: { ...headers }, isUnexpected: false }
}
