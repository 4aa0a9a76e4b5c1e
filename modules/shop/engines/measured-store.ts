import { addDuration, type Metrics } from '#core/telemetry/metrics.ts'
import type { Tracing } from '#core/telemetry/tracing.ts'
import type { EventStore, NewEvent } from '#core/event-store/event-store.ts'

type Ended = { stream: string; startedAt: number; hasFailed: boolean }

/** Wraps a store: records the duration of each append, and adds a span for each event to the trace of its request. */
export function measuredStore(store: EventStore, metrics: Metrics, tracing: Tracing | undefined): EventStore {
  const observe = addDuration(metrics, {
    name: 'shop_append_duration_seconds',
    help: 'Duration of appends to the event store in seconds, by outcome',
    label: 'outcome',
  })

  function record(events: readonly NewEvent[], { stream, startedAt, hasFailed }: Ended): void {
    observe(hasFailed ? 'refused' : 'appended', (performance.now() - startedAt) / 1_000)
    if (tracing === undefined) return
    for (const { id, type, metadata } of events) {
      const { correlationId, traceId } = metadata
      const attributes = { 'shop.event.type': type, 'shop.stream': stream }
      tracing.done({
        name: `append ${type}`,
        correlationId,
        traceId,
        id,
        causedBy: correlationId,
        startedAt,
        attributes,
        hasFailed,
      })
    }
  }

  return {
    ...store,
    async append(stream, expected, events) {
      const startedAt = performance.now()
      try {
        const appended = await store.append(stream, expected, events)
        record(events, { stream, startedAt, hasFailed: false })
        return appended
      } catch (error) {
        record(events, { stream, startedAt, hasFailed: true })
        throw error
      }
    },
  }
}
