import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf } from '../system-error.ts'
import { problemAnswer } from './answer.ts'
import { maxBodyBytes } from './body.ts'
import { openPort, type Address } from './port.ts'
import { HttpRefusal } from './problem-details.ts'
import type { RequestLog } from './request-log.ts'

export type Listening = {
  port: number
  /** Stops accepting, lets what is in flight finish for ten seconds at most, and closes what idles. */
  stop(): Promise<void>
}

export type ListenOptions = Address & {
  listener: RequestListener
  requestLog: RequestLog
  fixedHeaders: Readonly<Record<string, string>>
  /** How long `stop` waits for what is in flight (10 s). */
  graceMs?: number | undefined
  /** How long a client may take: for its headers (10 s), for the whole request (30 s). */
  patience?: { headersMs: number; requestMs: number } | undefined
}

const usualPatience = { headersMs: 10_000, requestMs: 30_000 }

const limits = {
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
  // Refused with a problem like any other, see `checkTarget`.
  requireHostHeader: false,
}
const maxConnections = 4_000

/** Opens the port. @throws OperatorError naming it where it is taken or not ours to take */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { headersMs, requestMs } = options.patience ?? usualPatience
  // Slow clients must not keep sockets (reliability S31).
  const patience = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 10 }
  const server = createServer({ ...limits, ...patience }, options.listener)
  server.maxConnections = maxConnections
  server.on('clientError', (error, socket) => refuseMalformed(codeOf(error), socket, options))
  server.on('checkContinue', (request, response) => {
    // Whoever announces too much is refused before sending it.
    if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) response.writeContinue()
    options.listener(request, response)
  })
  server.on('checkExpectation', (_request, response) => {
    const id = randomUUID()
    const refusal = new HttpRefusal('expectation-failed', 'Only 100-continue can be expected')
    const { status, headers, body } = wholeProblem(refusal, id, options)
    response.writeHead(status, headers).end(body)
  })
  const port = await openPort(server, options)
  return { port, stop: () => stopped(server, options.graceMs ?? 10_000) }
}

const idleSweepMs = 50

function stopped(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose last answer has just gone out is idle from then on.
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs)
    const end = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(end)
      resolve()
    })
  })
}

/** What Node could not even parse, or what took too long, gets a problem too: no route and no Koa sees it. */
function refuseMalformed(code: string, socket: Duplex, options: ListenOptions): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const id = randomUUID()
  const startedAt = performance.now()
  const { status, headers, body } = wholeProblem(malformed(code), id, options)
  const lines = Object.entries({ ...headers, Connection: 'close' }).map((pair) => pair.join(': '))
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(),
  )
  options.requestLog.finished({ id, method: 'other', route: 'malformed', status, startedAt })
}

function wholeProblem(error: unknown, id: string, { fixedHeaders }: ListenOptions) {
  const { status, headers, body } = problemAnswer(error, id)
  const length = { 'Content-Length': String(body?.length ?? 0) }
  return {
    status,
    headers: { ...headers, ...fixedHeaders, ...length, 'X-Request-Id': id },
    body: body?.toString() ?? '',
  }
}

function malformed(code: string): unknown {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpRefusal('headers-too-large', 'The headers have at most 16 kB')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new HttpRefusal('request-timeout', 'The request took too long to arrive')
  return new HttpRefusal('malformed', 'This is not a well-formed HTTP request')
}
