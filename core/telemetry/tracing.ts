import type { IncomingHttpHeaders } from 'node:http'
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
} from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import { newId } from '../domain/ids.ts'

/** A finished piece of work for a request. Times are those of `performance.now()`, in milliseconds. */
export type DoneWork = {
  /** Such as `append` or `project orders`. */
  name: string
  /** The id of the request that it belongs to. */
  correlationId: string
  /** The trace that the request continues, if its caller sent one; by default, the correlation id names the trace. */
  traceId?: string | undefined
  /** The id of the request or event that the span represents; a random one by default. */
  id?: string | undefined
  /** The id of the request or event that caused it. */
  causedBy?: string | undefined
  /** Instead of `causedBy`: the span of the caller, outside the shop. */
  parentSpanId?: string | undefined
  startedAt: number
  endedAt?: number
  kind?: 'server' | 'consumer' | 'client'
  attributes?: Attributes
  hasFailed?: boolean
}

/** The span of another system that a request continues. */
export type TraceParent = { traceId: string; spanId: string }

/**
 * Receives finished work. Without a collector there is none, and callers skip the cost of describing their work:
 * `tracing?.done(…)`.
 */
export type Tracing = {
  done(work: DoneWork): void
  /** The span in `traceparent` (W3C Trace Context); undefined if it is missing, malformed or not sampled. */
  parentOf(headers: IncomingHttpHeaders): TraceParent | undefined
  /** Flushes pending spans. */
  stop(): Promise<void>
}

/**
 * Exports the work for each request to an OpenTelemetry collector, from the call to the mail. No context has to be
 * passed along: trace ids derive from request ids and span ids from event ids, and each event has both in its metadata.
 * So work in another process, or a day later, is still attached to the right trace.
 *
 * @param endpoint the value of `OTEL_EXPORTER_OTLP_ENDPOINT`, without the path
 */
export async function openTracing(endpoint: string, roles: readonly string[]): Promise<Tracing> {
  // Loaded only when needed: it takes longer to load than the shop's whole HTTP stack.
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { W3CTraceContextPropagator }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ])
  const ids = givenIds()
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'medical-equipment-shop', 'shop.roles': roles.join(' ') }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
    idGenerator: ids.generator,
  })
  const tracer = provider.getTracer('shop')
  const propagator = new W3CTraceContextPropagator()
  return {
    done(work) {
      const { name, attributes = {}, startedAt, endedAt = performance.now() } = work
      ids.give(work)
      const options = { kind: kinds[work.kind ?? 'internal'], attributes, startTime: wallTime(startedAt) }
      const span = tracer.startSpan(name, options, contextOf(work))
      if (work.hasFailed === true) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(wallTime(endedAt))
    },
    parentOf(headers) {
      if (headers['traceparent'] === undefined) return undefined
      const parent = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter))
      return parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) !== 0 ? parent : undefined
    },
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
}

/** The context of the span that caused it; a request has none, unless its caller sent one. */
function contextOf({ correlationId, traceId = hexOf(correlationId), causedBy, parentSpanId }: DoneWork) {
  const spanId = parentSpanId ?? (causedBy && spanIdOf(causedBy))
  if (spanId === undefined) return ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** An id generator that gives the SDK the ids of the work being exported. */
function givenIds(): { generator: IdGenerator; give: (work: DoneWork) => void } {
  let given: { traceId: string; spanId: string } = { traceId: '', spanId: '' }
  return {
    generator: { generateTraceId: () => given.traceId, generateSpanId: () => given.spanId },
    give({ correlationId, traceId = hexOf(correlationId), id = newId() }) {
      given = { traceId, spanId: spanIdOf(id) }
    },
  }
}

/** A UUID has the length of a trace id. */
function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '')
}

/** The second half of a UUID, which differs between ids of the same moment. */
function spanIdOf(uuid: string): string {
  return hexOf(uuid).slice(16)
}

function wallTime(at: number): number {
  return performance.timeOrigin + at
}
