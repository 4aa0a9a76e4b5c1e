import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginResponse } from '#modules/identity/schema.ts'
import type { Call, Op, Outcome, Seen } from '../record/call.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every form, of which the checker gets a typed part
export type Body = any

/** A call to make, and how to read its answer. */
export type Request = {
  op: Op
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  ifMatch?: number | undefined
  /** The `Idempotency-Key` to send, or the business key that the shop uses without one. */
  key?: { header: string } | { business: string } | undefined
  /** Sends the newest position that this client has seen. */
  readsOwnWrites?: boolean
  see: (body: Body, headers: Headers) => Seen
}

export type Client = {
  account: LoginResponse
  isAdmin: boolean
  random: () => number
  /** A whole number from 0 to `count` - 1. */
  below: (count: number) => number
  one: <T>(of: readonly T[]) => T | undefined
  /** Makes a call and records it; resolves to undefined if no process took it before `stopped`. */
  ask: (request: Request) => Promise<Call | undefined>
}

export type ClientDeps = {
  account: LoginResponse
  isAdmin?: boolean
  seed: number
  random: () => number
  /** The addresses of the processes, each of which may be down. */
  urls: readonly string[]
  record: (call: Call) => void
  stopped: AbortSignal
}

/** Longer than a busy shop takes, and shorter than some freezes last: then the client gives up. */
const patienceMs = 4_000
const pauseMs = 25

export function createClient(deps: ClientDeps): Client {
  const { account, isAdmin = false, random, urls, record, stopped } = deps
  let newest = 0
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(of: readonly T[]) => of[below(of.length)]

  async function ask(request: Request): Promise<Call | undefined> {
    const id = randomUUID()
    const minPosition = request.readsOwnWrites === true && newest > 0 ? newest : undefined
    const init = initOf(request, { id, token: account.accessToken, minPosition })
    const sent = await send(() => attempt((one(urls) ?? '') + request.path, init, request.see), stopped)
    if (sent === undefined) return undefined
    if (sent.outcome.kind === 'done') newest = Math.max(newest, sent.outcome.position ?? 0)
    const by = { seed: deps.seed, account: account.id, isAdmin }
    const call: Call = { id, ...by, op: request.op, minPosition, ...keyOf(request), ...sent }
    record(call)
    return call
  }

  return { account, isAdmin, random, below, one, ask }
}

type Sent = Pick<Call, 'invokedAt' | 'endedAt' | 'outcome'>

/** Tries one process after another until one takes the call. */
async function send(attempt: () => Promise<Outcome | 'not sent'>, stopped: AbortSignal): Promise<Sent | undefined> {
  while (!stopped.aborted) {
    const invokedAt = performance.now()
    const outcome = await attempt()
    if (outcome !== 'not sent')
      return { outcome, invokedAt, endedAt: outcome.kind === 'unknown' ? Infinity : performance.now() }
    await sleep(pauseMs)
  }
  return undefined
}

function initOf(
  { method, body, ifMatch, key }: Request,
  { id, token, minPosition }: { id: string; token: string; minPosition: number | undefined },
): RequestInit {
  return {
    method,
    headers: {
      'X-Request-Id': id,
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
      ...(key !== undefined && 'header' in key ? { 'Idempotency-Key': key.header } : {}),
      ...(minPosition === undefined ? {} : { 'X-Min-Position': String(minPosition) }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** A key by its route; the shop gives each body a business key of its own. */
function keyOf({ method, path, body, key }: Request): Pick<Call, 'key'> {
  if (key === undefined) return {}
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12)
  const name = 'header' in key ? key.header : `${key.business} ${digest}`
  return { key: { name: `${method} ${path} ${name}`, body: digest } }
}

async function attempt(url: string, init: RequestInit, see: Request['see']): Promise<Outcome | 'not sent'> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) })
    return outcomeOf(response, await response.text(), see)
  } catch (error) {
    return wasNotSent(error) ? 'not sent' : { kind: 'unknown' }
  }
}

function outcomeOf({ status, headers }: Response, text: string, see: Request['see']): Outcome {
  if (status >= 500) return { kind: 'unknown', status }
  const body: Body = text === '' ? undefined : JSON.parse(text)
  if (status >= 400) return { kind: 'refused', status, message: String(body?.detail) }
  const position = headers.get('X-Event-Position')
  const seen = see(body, headers)
  return { kind: 'done', status, text, seen, position: position === null ? undefined : Number(position) }
}

/** Nothing listens there: the process is down, or not up yet. */
function wasNotSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

/** The address and the body of a call. */
export function apiCall(method: Request['method'], path: string, body?: unknown) {
  return { method, path, body }
}

/** The revision in an answer's `ETag`. */
export function revisionIn(headers: Headers): number | undefined {
  const digits = /^"(\d+)"$/.exec(headers.get('ETag') ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
