import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor, Role } from '../../domain/actor.ts'
import type { FieldError, RejectionCode } from '../../domain/errors.ts'
import type { Position, Revision } from '../../event-store/event-store.ts'

/** Everyone, guests and garbage tokens included; or only these roles, by a valid token. An empty list denies all. */
export type Access = 'everyone' | readonly Role[]

/** Any registered user. */
export const loggedIn: Access = ['USER', 'STAFF', 'ADMIN']
export const adminOnly: Access = ['ADMIN']

/** Whoever asks, with the name they log in by; '' for a guest. */
export type LoggedIn = Actor & { loginUserName: string }

/** What a handler is given: input that its schemas have checked, and who asks. */
export type RouteRequest<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The guest actor where nobody is logged in; the role comes from the account, never from the token. */
  actor: LoggedIn
  /** The id of this request: `X-Request-Id`, the correlation id of every event that it causes. */
  requestId: string
  /** The trace that the request continues, 32 hexadecimal digits, where a trusted proxy sent one (`traceparent`). */
  traceId?: string | undefined
  /** A UUIDv7 that stays the same when the request is repeated under one idempotency key; event ids derive from it. */
  commandId: string
  /** True when an earlier try under the same key may have succeeded without its answer being kept. */
  isRetry: boolean
  /** `If-Match`, when sent. */
  ifMatch: Revision | undefined
  /** The client's network address, for throttling. Never logged in full. */
  clientAddress: string
}

export type Reply<Body = unknown> = {
  status: number
  body?: Body
  /** Instead of `body`: bytes as they come, with a `Content-Type` among the headers. */
  stream?: Readable
  headers?: Record<string, string>
  /** Of the last event the command appended: sent as `X-Event-Position`. */
  position?: Position
  /** Of the stream the answer is built from: sent as `ETag`. */
  revision?: Revision
}

/**
 * One call of the API. From this come its validation, its permission check, its row in the test of all permissions, and
 * its page in the OpenAPI description.
 */
export type Route<Params extends TObject = TObject, Query extends TObject = TObject, Body extends TSchema = TSchema> = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** `/api/orders/{orderId}`; `also` are other paths of the same call. */
  path: string
  also?: readonly string[]
  /** What it stands under in the description of the API, where that is not its module's own heading. */
  tag?: string
  summary: string
  description?: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /**
   * Rules over several fields, in the order of the specification. Takes the body as it was sent: its faults come before
   * the schema's, and the first of all is the one that is shown.
   */
  check?: (body: unknown) => FieldError[]
  /** Schema of the answer by status; `null` has no body. */
  responses: Record<number, TSchema | null>
  /** What its handler refuses beyond that which follows from the rest of the route: for the description. */
  refuses?: readonly RejectionCode[]
  /** Honours `Idempotency-Key`. `businessKey`: what does the same job without the header (an order's own id). */
  idempotent?: { businessKey?: (body: Static<Body>) => string | undefined }
  /** Honours `If-Match`: the handler passes it on to its command. */
  conditional?: boolean
  /** The read models that its answer is made of, by name: `X-Min-Position` waits for each of them. */
  reads?: string | readonly string[]
  /** In words, what personal data of others an ADMIN sees by it: each look is recorded (module audit). */
  discloses?(request: { params: Static<Params>; query: Static<Query>; actor: Actor }): string | undefined
  /** The answer is the same for everyone and changes only with this projection: kept as bytes, with a strong ETag. */
  cachedBy?: string
  // A method, so that routes of all kinds fit one list: the kit calls it only with input that these schemas have checked.
  handle(request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<Reply> | Reply
}

/** The names of the read models that the route's answer is made of. */
export function readModelsOf({ reads, cachedBy }: Pick<Route, 'reads' | 'cachedBy'>): readonly string[] {
  return [reads ?? cachedBy ?? []].flat()
}

/** Checks that path, schemas and handler agree, and forgets the exact types so that routes of all kinds make one list. */
export function defineRoute<P extends TObject, Q extends TObject, B extends TSchema>(route: Route<P, Q, B>): Route {
  return route
}
