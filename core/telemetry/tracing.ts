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

/** Something that was done for a request, when it is over. Times are those of `performance.now()`, in ms. */
export type DoneWork = {
  /** Such as `append` or `project orders`. */
  name: string
  /** The id of the request that it belongs to. */
  correlationId: string
  /** The trace that the request continues, where its caller sent one; otherwise the correlation id names the trace. */
  traceId?: string | undefined
  /** The id of the request or event that this work is; work without one gets a random place in the trace. */
  id?: string | undefined
  /** The id of the request or event that caused it. */
  causedBy?: string | undefined
  /** Instead of `causedBy`: the caller's span, which is none of the shop's. */
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
 * Where finished work is told to. Without a collector there is none, and nobody spends time on saying what was done:
 * `tracing?.done(…)`.
 */
export type Tracing = {
  done(work: DoneWork): void
  /** What `traceparent` says (W3C Trace Context); undefined where it is missing, malformed, or of a trace that is not sampled. */
  parentOf(headers: IncomingHttpHeaders): TraceParent | undefined
  /** Sends what has not been sent yet. */
  stop(): Promise<void>
}

/**
 * Tells an OpenTelemetry collector what was done for which request, from the call to the mail. Nothing has to be carried
 * along: a request's id names its trace, an event's id its span, and each event keeps both in its metadata, so that work
 * of another process, or of a day later, still finds its place.
 *
 * @param endpoint as `OTEL_EXPORTER_OTLP_ENDPOINT` gives it, without the path
 */
export async function openTracing(endpoint: string, roles: readonly string[]): Promise<Tracing> {
  // Loaded only where it is asked for: it takes longer to load than the shop's whole HTTP kit.
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

/** The span that caused it, as a context to start from; a request has none. */
function contextOf({ correlationId, traceId = hexOf(correlationId), causedBy, parentSpanId }: DoneWork) {
  const spanId = parentSpanId ?? (causedBy && spanIdOf(causedBy))
  if (spanId === undefined) return ROOT_CONTEXT
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** Hands the SDK the ids of the work that is being told. */
function givenIds(): { generator: IdGenerator; give: (work: DoneWork) => void } {
  let given: { traceId: string; spanId: string } = { traceId: '', spanId: '' }
  return {
    generator: { generateTraceId: () => given.traceId, generateSpanId: () => given.spanId },
    give({ correlationId, traceId = hexOf(correlationId), id = newId() }) {
      given = { traceId, spanId: spanIdOf(id) }
    },
  }
}

/** A UUID is as long as the id of a trace. */
function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '')
}

/** Its second half is what differs between ids of the same moment. */
function spanIdOf(uuid: string): string {
  return hexOf(uuid).slice(16)
}

function wallTime(at: number): number {
  return performance.timeOrigin + at
}
