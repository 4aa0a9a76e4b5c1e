import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { TraceParent, Tracing } from '../../telemetry/tracing.ts'

/** The data of a request's log line and metrics: never its query, its body or its sender. */
export type FinishedRequest = {
  id: string
  trace?: TraceParent | undefined
  method: string
  /** The template of its path, such as `/api/orders/{orderId}`. */
  route: string
  status: number
  /** A value of `performance.now()`. */
  startedAt: number
  /** The client disconnected before it had the whole response. */
  isAborted?: boolean
}

export type RequestLog = {
  /** The client's request id if it is a UUID, or else a new one. */
  idOf(request: IncomingMessage): string
  /** The trace that the request continues: its `traceparent`, which only a trusted proxy may send. */
  traceOf(request: IncomingMessage): TraceParent | undefined
  finished(request: FinishedRequest): void
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Clients must not be able to create new label values. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

type Deps = { log: Log; metrics: Metrics; tracing: Tracing | undefined; trustedProxies: number }

/** Writes one structured log line, one observation and one span per request. */
export function createRequestLog({ log, metrics, tracing, trustedProxies }: Deps): RequestLog {
  // Redaction takes longer than the rest of the logging, and these lines contain nothing that a client wrote.
  const lines = log.child({}, { redact: [] })
  return {
    idOf(request) {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
    },
    traceOf: ({ headers }) => (trustedProxies > 0 ? tracing?.parentOf(headers) : undefined),
    finished({ id, trace, method, route, status, startedAt, isAborted }) {
      const ms = performance.now() - startedAt
      const known = methods.has(method) ? method : 'other'
      metrics.requestSeconds.observe({ method: known, route, status }, ms / 1000)
      tracing?.done({
        name: `${known} ${route}`,
        correlationId: id,
        traceId: trace?.traceId,
        parentSpanId: trace?.spanId,
        id,
        startedAt,
        kind: 'server',
        attributes: { 'http.request.method': known, 'http.route': route, 'http.response.status_code': status },
        hasFailed: status >= 500,
      })
      const entry = { id, method: known, route, status, ms: Math.round(ms * 10) / 10 }
      lines.info(isAborted === true ? { ...entry, isAborted } : entry, 'request')
    },
  }
}
