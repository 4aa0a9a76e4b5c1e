import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { matchesIfNoneMatch } from '../responses/http-response.ts'
import { readBody } from '../input/body.ts'
import type { CachedResponse, CachedReads } from '../responses/cached-read.ts'
import { codingFor } from '../responses/compression.ts'
import type { RequestLog } from './request-log.ts'
import { noteSent } from '../security/receiver.ts'
import { hasOneSaneHost } from './request-target.ts'
import type { Variant } from '../responses/variants.ts'

export type QuickReadOptions = {
  cachedReads: CachedReads
  requestLog: RequestLog
  /** The headers of every response. */
  fixedHeaders: Readonly<Record<string, string>>
  /** Cached calls that take a body, such as `PUT /api/products/search`. */
  callsWithBody: ReadonlySet<string>
  /** Whether CORS is enabled: responses to other origins then need additional headers. */
  hasCors: boolean
  clientAddress: (request: IncomingMessage) => string
  /** Handles every request that is not answered from memory. */
  next: RequestListener
}

/** Bodies that were already read when the request was passed to `next`. */
const bodies = new WeakMap<IncomingMessage, Promise<Buffer>>()

/** The body of a request, whether or not it has already been read. */
export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return bodies.get(request) ?? readBody(request)
}

/** The raw form of a request, under which its cached response is found. */
export function aliasOf(request: IncomingMessage, body: Buffer | undefined): string {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return body === undefined ? `${method} ${request.url}` : `${method} ${request.url}\n${body.toString('latin1')}`
}

/**
 * Sends cached responses before the router, parser and session run: in as few steps as possible, but with the same
 * headers, log line and metrics as any other response.
 */
export function quickReads(options: QuickReadOptions): RequestListener {
  const { cachedReads, callsWithBody, next } = options
  const send = senderOf(options)

  async function handleWithBody(request: IncomingMessage, response: ServerResponse, startedAt: number): Promise<void> {
    const body = readBody(request)
    bodies.set(request, body)
    const bytes = await body.catch(() => undefined)
    const found = bytes && cachedReads.find(aliasOf(request, bytes))
    if (found === undefined || !send(request, response, { found, startedAt })) next(request, response)
  }

  return (request, response) => {
    const { method, url = '' } = request
    const startedAt = performance.now()
    if (method === 'GET' || method === 'HEAD') {
      const found = cachedReads.find(`GET ${url}`)
      if (found !== undefined && send(request, response, { found, startedAt })) return
    } else if (callsWithBody.has(`${method} ${pathOf(url)}`)) {
      void handleWithBody(request, response, startedAt)
      return
    }
    next(request, response)
  }
}

type Hit = { found: CachedResponse; startedAt: number }

/** Sends the cached response; returns false if the request needs the full handling. */
function senderOf({ requestLog, fixedHeaders, hasCors, clientAddress }: QuickReadOptions) {
  const fixed = Object.entries(fixedHeaders).flat()
  return (request: IncomingMessage, response: ServerResponse, { found, startedAt }: Hit): boolean => {
    const variant = isPlain(request, hasCors) ? variantFor(found, request.headers['accept-encoding']) : undefined
    if (variant === undefined) return false
    const id = requestLog.idOf(request)
    const isKnown = matchesIfNoneMatch(request.headers['if-none-match'], variant.etag)
    const status = isKnown ? 304 : variant.status
    response.writeHead(status, [
      ...(isKnown ? withoutBodyHeaders(variant) : variant.flatHeaders),
      ...fixed,
      'X-Request-Id',
      id,
    ])
    response.end(isKnown ? undefined : variant.body)
    noteSent(found, request, clientAddress(request))
    const trace = requestLog.traceOf(request)
    requestLog.finished({ id, trace, method: request.method ?? '', route: found.route, status, startedAt })
    return true
  }
}

/** Whether nothing in the request could change the response or must be refused. */
function isPlain(request: IncomingMessage, hasCors: boolean): boolean {
  const { headers } = request
  if (headers['x-min-position'] !== undefined || !hasOneSaneHost(request)) return false
  return !hasCors || headers.origin === undefined
}

function variantFor(found: CachedResponse, accepted: string | undefined): Variant | undefined {
  const coding = found.isCompressible ? codingFor(accepted) : undefined
  return coding === undefined ? found.plain : found.codings.get(coding)
}

function withoutBodyHeaders({ headers }: Variant): string[] {
  return Object.entries(headers)
    .filter(([name]) => !['Content-Type', 'Content-Length', 'Content-Encoding'].includes(name))
    .flat()
}

function pathOf(url: string): string {
  const question = url.indexOf('?')
  return question < 0 ? url : url.slice(0, question)
}
