import { queryString } from '../router/address-text.ts'
import { ApiError, errorFrom, networkMessage } from './api-error.ts'

type Search = Record<string, string | number | undefined>

export type QueryOptions = {
  search?: Search | undefined
  /** Makes the query a PUT; only the search has a body. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** Refused here with 401, without a request, when no one is logged in. */
  needsLogin?: boolean
}

export type Command = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent instead of a body. */
  form?: FormData
  /** The same for every retry of one submit, so that it takes effect once. */
  idempotencyKey?: string
  /** The revision that the user has seen; the server refuses the command with 412 if there is a newer one. */
  ifMatch?: number
  needsLogin?: boolean
  /** Never retried. */
  isFinal?: boolean
  /** The command changes nothing that a page shows. */
  keepsPages?: boolean
  signal?: AbortSignal | undefined
}

export type ApiClient = {
  query<T>(path: string, options?: QueryOptions): Promise<T>
  command<T = void>(command: Command): Promise<T>
  /** Downloads a file, which requires a login. */
  download(path: string): Promise<Blob>
}

export type ApiDeps = {
  /** The base of all paths, for example `/api`. */
  baseUrl: string
  fetch: typeof fetch
  /** The access token; `undefined` when no one is logged in or the token has expired. */
  accessToken(): string | undefined
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** Called after each successful command that changes pages, because data fetched before it may be stale. */
  onChange?(): void
}

/** Calls answered with 503 are retried this many times, after the time in `Retry-After`, within limits. */
const retries = 3
const longestWaitMs = 5000

/** For this time after a write, queries require that the read models include it. */
const freshForMs = 30_000

/**
 * The client of the shop's API: reads its own writes, retries while an engine is briefly unavailable, and throws an
 * `ApiError` for every failure.
 */
export function createApiClient(deps: ApiDeps): ApiClient {
  let lastWrite = { position: '', until: 0 }

  return {
    async query(path, { search, body, signal, needsLogin = false } = {}) {
      const headers = headersFor(deps, { body, needsLogin })
      if (deps.now() < lastWrite.until) headers.set('x-min-position', lastWrite.position)
      const method = body === undefined ? 'GET' : 'PUT'
      const init = requestInit({ method, body, signal }, headers)
      const response = await send(deps, { path: path + queryString(search), init })
      // Not validated here: the API checks its responses against the schemas whose types the callers use.
      return response.json()
    },

    async command(command) {
      const init = requestInit(command, headersFor(deps, command))
      const response = await send(deps, { path: command.path, init, isFinal: command.isFinal })
      const position = response.headers.get('x-event-position')
      if (position !== null) lastWrite = { position, until: deps.now() + freshForMs }
      if (!command.keepsPages) deps.onChange?.()
      return response.status === 204 ? undefined : response.json()
    },

    async download(path) {
      const init = requestInit({ method: 'GET' }, headersFor(deps, { needsLogin: true }))
      const response = await send(deps, { path, init })
      return response.blob()
    },
  }
}

function headersFor(
  deps: ApiDeps,
  request: Pick<Command, 'body' | 'idempotencyKey' | 'ifMatch' | 'needsLogin'>,
): Headers {
  const headers = new Headers({ accept: 'application/json' })
  const token = deps.accessToken()
  if (token === undefined && request.needsLogin === true)
    throw new ApiError(401, 'Your session has expired. Please log in again.')
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (request.idempotencyKey !== undefined) headers.set('idempotency-key', request.idempotencyKey)
  if (request.ifMatch !== undefined) headers.set('if-match', `"${request.ifMatch}"`)
  return headers
}

type RequestParts = { method: string; body?: unknown; form?: FormData | undefined; signal?: AbortSignal | undefined }

function requestInit({ method, body, form, signal }: RequestParts, headers: Headers): RequestInit {
  return { method, headers, signal: signal ?? null, body: form ?? JSON.stringify(body) }
}

type Sending = { path: string; init: RequestInit; isFinal?: boolean | undefined }

async function send(deps: ApiDeps, { path, init, isFinal }: Sending): Promise<Response> {
  for (let tried = 0; ; tried += 1) {
    const response = await reach(deps.fetch, deps.baseUrl + path, init)
    if (response.ok) return response
    if (response.status !== 503 || isFinal || tried === retries) throw await errorFrom(response)
    await deps.sleep(waitAfter(response, tried))
  }
}

async function reach(request: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await request(url, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new ApiError(0, networkMessage)
  }
}

function waitAfter(response: Response, tried: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? '0')
  const wanted = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
  return Math.min(Math.max(wanted, 300 * 2 ** tried), longestWaitMs)
}
