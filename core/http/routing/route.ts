import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { Actor, Role } from '../../domain/actor.ts'
import type { UploadRule } from '../input/upload.ts'
import type { FieldError, RejectionCode } from '../../domain/errors.ts'
import type { Position, Revision } from '../../event-store/event-store.ts'

/** Everyone, including guests and callers with an invalid token, or only these roles. An empty list denies all. */
export type Access = 'everyone' | readonly Role[]

/** Any registered user. */
export const loggedIn: Access = ['USER', 'STAFF', 'ADMIN']
export const adminOnly: Access = ['ADMIN']

/** The caller, with its login name, which is '' for a guest. */
export type LoggedIn = Actor & { loginUserName: string }

/** The argument of a handler: the validated input and the caller. */
export type RouteRequest<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The uploaded file; empty unless the call takes one. */
  file: Buffer
  /** The guest actor if the caller is not logged in; the role comes from the account, never from the token. */
  actor: LoggedIn
  /** The id of this request (`X-Request-Id`), which is the correlation id of every event that it causes. */
  requestId: string
  /** The trace that the request continues, 32 hexadecimal digits, where a trusted proxy sent one (`traceparent`). */
  traceId?: string | undefined
  /** A UUIDv7 that is the same for all requests under one idempotency key; event ids derive from it. */
  commandId: string
  /** True if an earlier attempt under the same key may have succeeded without its response being stored. */
  isRetry: boolean
  /** The revision in `If-Match`, if sent. */
  ifMatch: Revision | undefined
  /** The client's network address, for throttling. Never logged in full. */
  clientAddress: string
}

/** What a repeated request has in common with the first. */
export type RepeatedRequest<Params, Body> = Pick<RouteRequest<Params, unknown, Body>, 'params' | 'body' | 'actor'>

/** Who a response is sent to, without saying who that is. */
export type Receiver = {
  /** A digest that differs between sessions: of the token or, without one, of network address and browser. */
  session: string
  clientAddress: string
}

export type Reply<Body = unknown> = {
  status: number
  body?: Body
  /**
   * Called each time that the response is sent over the network, also from the cache; only for cached routes. Must
   * return at once, and must not throw.
   */
  onSend?: (receiver: Receiver) => void
  /**
   * The tags (`changedTags` of the projection) of what the response holds: a cached response stays valid until a change
   * concerns one of them. Only for routes that are cached by one projection; without tags, any change invalidates the
   * response.
   */
  tags?: readonly string[]
  /** Replaces `body`: bytes that are not JSON, which need a `Content-Type` in the headers. */
  bytes?: Buffer
  /** Replaces `body`: streamed bytes, which need a `Content-Type` in the headers. */
  stream?: Readable
  headers?: Record<string, string>
  /** The position of the last event that the command appended, sent as `X-Event-Position`. */
  position?: Position
  /** The command was accepted, but there was nothing to store. */
  isUnchanged?: boolean
  /** The revision of the stream that the response is built from, sent as `ETag`. */
  revision?: Revision
}

/**
 * One call of the API. It determines the call's validation, its permission check, its row in the test of all
 * permissions and its part of the OpenAPI document.
 */
export type Route<Params extends TObject = TObject, Query extends TObject = TObject, Body extends TSchema = TSchema> = {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Such as `/api/orders/{orderId}`; `also` lists other paths of the same call. */
  path: string
  also?: readonly string[]
  /** Paths that other calls also take, where they stand for parameters of this one: `/api/users/me` has the id `me`. */
  fixedPaths?: readonly string[]
  /** Its heading in the API description, if that differs from its module's. */
  tag?: string
  summary: string
  description?: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** Takes a file instead of a body. */
  upload?: UploadRule
  /**
   * Rules over several fields, in the order of the specification. Receives the unvalidated body: its faults come before
   * the schema's, and the first fault is shown to the person.
   */
  check?: (body: unknown) => FieldError[]
  /** The schema of the response body by status; `null` means no body. */
  responses: Record<number, TSchema | null>
  /** The handler's refusals that do not follow from the rest of the route, for the API description. */
  refuses?: readonly RejectionCode[]
  /** Honours `Idempotency-Key`. */
  idempotent?: {
    /** The key to use without the header, such as an order's id. */
    businessKey?: (body: Static<Body>) => string | undefined
    /**
     * Makes the response of what the handler returned and the request. Only the former is stored for retries, so that the
     * record holds nothing personal: a retry has the same body, and reads again what its caller may see.
     */
    complete?(this: void, stored: unknown, request: RepeatedRequest<Static<Params>, Static<Body>>): unknown
  }
  /**
   * Calls that store nothing (refused or repeated ones) count against a limit per account or, for guests, address. What
   * is stored counts against the module's own budgets.
   */
  limitsUnstored?: boolean
  /** A query that is too long for a URL: the deadline of reads applies to it, whatever its method. */
  storesNothing?: boolean
  /** A read of so much of the log that it may take longer than the deadline of reads even if every engine responds. */
  mayTakeLonger?: boolean
  /** Honours `If-Match`: the handler must pass it to its command. */
  conditional?: boolean
  /** The names of the read models behind the response: `X-Min-Position` waits for each of them. */
  reads?: string | readonly string[]
  /** Describes the personal data of others that it shows to an ADMIN: each request is recorded (module audit). */
  discloses?(request: {
    params: Static<Params>
    query: Static<Query>
    body: Static<Body>
    actor: Actor
  }): string | Search | undefined
  /** The response is the same for every caller and changes only with these projections: cached, with a strong ETag. */
  cachedBy?: string | readonly string[]
  // A method, so that every route is assignable to `Route`: it is only called with input validated by its own schemas.
  handle(request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<Reply> | Reply
}

/** A search of personal data: even an empty result discloses something, so the search is recorded before it runs. */
export type Search = { searched: string }

/** Whether a path belongs to the API, not to what serves operators, such as `/health/ready`. */
export function isOfApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/public/')
}

/** The names of the read models behind the route's response. */
export function readModelsOf({ reads, cachedBy }: Pick<Route, 'reads' | 'cachedBy'>): readonly string[] {
  return [reads ?? cachedBy ?? []].flat()
}

/** Checks the handler's types against the schemas, and then erases them, so that all routes fit into one list. */
export function defineRoute<P extends TObject, Q extends TObject, B extends TSchema>(route: Route<P, Q, B>): Route {
  return route
}
