import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Attributes } from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import { newId } from '../domain/ids.ts'

/** A finished piece of work for a request. Times are those of `performance.now()`, in milliseconds. */
export type DoneWork = {
  /** Such as `append` or `project orders`. */
  name: string
  /** The id of the request that it belongs to, which is also that of the trace. */
  correlationId: string
  /** The id of the request or event that the span represents; a random one by default. */
  id?: string | undefined
  /** The id of the request or event that caused it. */
  causedBy?: string | undefined
  startedAt: number
  endedAt?: number
  kind?: 'server' | 'consumer' | 'client'
  attributes?: Attributes
  hasFailed?: boolean
}

/**
 * Receives finished work. Without a collector there is none, and callers skip the cost of describing their work:
 * `tracing?.done(…)`.
 */
export type Tracing = {
  done(work: DoneWork): void
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
  const [{ TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  )
  const ids = givenIds()
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'medical-equipment-shop', 'shop.roles': roles.join(' ') }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
    idGenerator: ids.generator,
  })
  const tracer = provider.getTracer('shop')
  return {
    done(work) {
      const { name, attributes = {}, startedAt, endedAt = performance.now() } = work
      ids.give(work)
      const options = { kind: kinds[work.kind ?? 'internal'], attributes, startTime: wallTime(startedAt) }
      const span = tracer.startSpan(name, options, contextOf(work))
      if (work.hasFailed === true) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(wallTime(endedAt))
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

/** The context of the span that caused it; a request has none. */
function contextOf({ correlationId, causedBy }: DoneWork) {
  if (causedBy === undefined) return ROOT_CONTEXT
  const parent = { traceId: traceIdOf(correlationId), spanId: spanIdOf(causedBy), traceFlags: TraceFlags.SAMPLED }
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** An id generator that gives the SDK the ids of the work being exported. */
function givenIds(): { generator: IdGenerator; give: (work: DoneWork) => void } {
  let given: { traceId: string; spanId: string } = { traceId: '', spanId: '' }
  return {
    generator: { generateTraceId: () => given.traceId, generateSpanId: () => given.spanId },
    give({ correlationId, id = newId() }) {
      given = { traceId: traceIdOf(correlationId), spanId: spanIdOf(id) }
    },
  }
}

/** A UUID has the length of a trace id. */
function traceIdOf(uuid: string): string {
  return uuid.replaceAll('-', '')
}

/** The second half of a UUID, which differs between ids of the same moment. */
function spanIdOf(uuid: string): string {
  return traceIdOf(uuid).slice(16)
}

function wallTime(at: number): number {
  return performance.timeOrigin + at
}
