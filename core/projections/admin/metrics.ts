import { coalesceCalls } from '../../async/coalesce.ts'
import { addCounter, addDuration, addGauge, type Metrics } from '../../telemetry/metrics.ts'
import type { Tracing } from '../../telemetry/tracing.ts'
import type { FollowerMetrics } from '../follow/observed.ts'
import type { ProjectionOperations } from './operations.ts'

/** Exposes the lag and speed of every read model and reactor as metrics, read only when they are scraped. */
export function watchProjections(metrics: Metrics, operations: Pick<ProjectionOperations, 'status'>): void {
  const status = coalesceCalls(() => operations.status())
  watchFailed(metrics, status)
  addGauge(metrics, {
    name: 'shop_log_foreign_events',
    help: 'Foreign events in the log that were skipped, each counted once',
    label: 'log',
    read: async () => ({ events: (await status()).foreign.events }),
  })
  addGauge(metrics, {
    name: 'shop_projection_lag_events',
    help: 'Events that a read model or reactor has not processed yet',
    label: 'projection',
    read: async () => {
      const { projections, reactors } = await status()
      return Object.fromEntries([...projections, ...reactors].map(({ name, lag }) => [name, lag]))
    },
  })
  addGauge(metrics, {
    name: 'shop_projection_events_per_second',
    help: 'Events per second processed by a read model or reactor over the last seconds',
    label: 'projection',
    read: async () => {
      const { projections, reactors } = await status()
      return Object.fromEntries(
        [...projections, ...reactors].map(({ name, eventsPerSecond }) => [name, eventsPerSecond]),
      )
    },
  })
}

/** Whether each has failed and has not been retried yet. */
function watchFailed(metrics: Metrics, status: ProjectionOperations['status']): void {
  addGauge(metrics, {
    name: 'shop_projection_failed',
    help: '1 if a read model or reactor has failed and processes no events, otherwise 0',
    label: 'projection',
    read: async () => {
      const { projections, reactors } = await status()
      return Object.fromEntries([...projections, ...reactors].map((one) => [one.name, one.status === 'failed' ? 1 : 0]))
    },
  })
}

/** Measures what the subscriptions of this process write, and adds it to the traces of the events' requests. */
export function watchFollowers(metrics: Metrics, tracing: Tracing | undefined): FollowerMetrics {
  const label = 'projection'
  const pageTook = addDuration(metrics, {
    name: 'shop_projection_page_seconds',
    help: 'Duration of a page of events in seconds, by read model or reactor',
    label,
  })
  const processed = addCounter(metrics, { name: 'shop_projection_events_total', help: 'Events processed', label })
  const gaveUp = addCounter(metrics, {
    name: 'shop_projection_failures_total',
    help: 'Failures of a read model or reactor because of an event',
    label,
  })
  return {
    page(projection, page) {
      pageTook(projection, page.seconds)
      processed(projection, page.events)
    },
    wrote(projection, page) {
      if (tracing === undefined) return
      for (const { id, type, metadata } of page.events) {
        const { correlationId, traceId } = metadata
        const attributes = { 'shop.event.type': type }
        const { startedAt } = page
        tracing.done({
          name: `project ${projection}`,
          correlationId,
          traceId,
          causedBy: id,
          kind: 'consumer',
          startedAt,
          attributes,
        })
      }
    },
    failed: (projection) => gaveUp(projection),
  }
}
