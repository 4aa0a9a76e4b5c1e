import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { codeOf } from '../../process/system-error.ts'
import { problemResponse } from '../responses/http-response.ts'
import { maySendBody } from '../input/upload.ts'
import { openPort, type Address } from './port.ts'
import { HttpRefusal } from '../responses/problem-details.ts'
import type { RequestLog } from './request-log.ts'
import { stoppable, type StopPatience } from './stopping.ts'

export type Listening = {
  port: number
  /** Stops accepting, lets requests in flight finish for at most ten seconds, and closes idle connections. */
  stop(): Promise<void>
}

export type ListenOptions = Address &
  StopPatience & {
    listener: RequestListener
    requestLog: RequestLog
    fixedHeaders: Readonly<Record<string, string>>
    /**
     * The longest that a client may take to send its headers (10 s), to send the whole request (30 s), and to receive
     * nothing of a response in transit (15 s; Node notices up to as much later).
     */
    patience?: Partial<typeof usualPatience> | undefined
    /** The maximum number of connections (default 4,000); further ones are dropped. */
    maxConnections?: number | undefined
  }

const usualPatience = { headersMs: 10_000, requestMs: 30_000, stallMs: 15_000 }

const limits = {
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16_384,
  // `checkTarget` refuses a missing Host header with a problem response.
  requireHostHeader: false,
}
const usualConnections = 4_000

/** Opens the port. @throws OperatorError naming the port if it is taken or not permitted */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { headersMs, requestMs, stallMs } = { ...usualPatience, ...options.patience }
  // Slow clients must not hold sockets open.
  const patience = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: headersMs / 10 }
  const server = createServer({ ...limits, ...patience })
  server.setTimeout(stallMs)
  const exit = stoppable(server)
  const listener = exit.watched((request, response) => {
    response.on('timeout', cutOffStalled)
    options.listener(request, response)
  })
  server.on('request', listener)
  server.maxConnections = options.maxConnections ?? usualConnections
  server.on('clientError', (error, socket) => refuseMalformed(codeOf(error), socket, options))
  server.on('checkContinue', (request, response) => {
    // A client that announces too large a body is refused before it sends it.
    if (maySendBody(request)) response.writeContinue()
    listener(request, response)
  })
  server.on('checkExpectation', exit.watched(refuseExpectation(options)))
  const port = await openPort(server, options)
  return { port, stop: () => exit.stop(options) }
}

/** Runs when a connection has been idle for `stallMs`. A request that is still being handled must not be cut off. */
function cutOffStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

function refuseExpectation(options: ListenOptions): RequestListener {
  return (_request, response) => {
    const id = randomUUID()
    const refusal = new HttpRefusal('expectation-failed', 'Only 100-continue can be expected')
    const { status, headers, body } = wholeProblem(refusal, id, options)
    response.writeHead(status, headers).end(body)
  }
}

/** Sends a problem response for a request that Node could not parse or that was too slow: Koa never sees these. */
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
  const { status, headers, body } = problemResponse(error, id)
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
