import { Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import type { EventStore, NewEvent } from './event-store.ts'

type Ended = { stream: string; startedAt: number; hasFailed: boolean }

/** The same store, whose appends are measured and told to the traces of their requests. */
export function measuredStore(store: EventStore, metrics: Metrics, tracing: Tracing): EventStore {
  const seconds = new Histogram({
    name: 'shop_append_duration_seconds',
    help: 'How long appends to the event store took, by how they ended',
    labelNames: ['outcome'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics.registry],
  })

  function told(events: readonly NewEvent[], { stream, startedAt, hasFailed }: Ended): void {
    seconds.observe({ outcome: hasFailed ? 'refused' : 'appended' }, (performance.now() - startedAt) / 1_000)
    for (const { id, type, metadata } of events) {
      const { correlationId } = metadata
      const attributes = { 'shop.event.type': type, 'shop.stream': stream }
      tracing.done({
        name: `append ${type}`,
        correlationId,
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
        told(events, { stream, startedAt, hasFailed: false })
        return appended
      } catch (error) {
        told(events, { stream, startedAt, hasFailed: true })
        throw error
      }
    },
  }
}
