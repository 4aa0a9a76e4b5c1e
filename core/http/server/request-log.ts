import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { TraceParent, Tracing } from '../../telemetry/tracing.ts'

/** What one line of the log and one observation say about a request: never its query, its body or who sent it. */
export type FinishedRequest = {
  id: string
  trace?: TraceParent | undefined
  method: string
  /** The template of its path, such as `/api/orders/{orderId}`. */
  route: string
  status: number
  /** As `performance.now()` told it. */
  startedAt: number
  /** The client went away before it had its answer. */
  isAborted?: boolean
}

export type RequestLog = {
  /** The id that the client gave, where it is a UUID, or a new one. */
  idOf(request: IncomingMessage): string
  /** The trace that the request continues: its `traceparent`, which only a trusted proxy may send. */
  traceOf(request: IncomingMessage): TraceParent | undefined
  finished(request: FinishedRequest): void
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Labels must not grow with what strangers send. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])

type Deps = { log: Log; metrics: Metrics; tracing: Tracing | undefined; trustedProxies: number }

/** One structured line, one measurement and one span a request. */
export function createRequestLog({ log, metrics, tracing, trustedProxies }: Deps): RequestLog {
  // Looking for secrets takes longer than all the rest, and here is nothing that a client could have written.
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
