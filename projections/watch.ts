import { addGauge, type Metrics } from '#core/metrics.ts'
import type { ProjectionOperations } from './runner/operations.ts'

/** Puts among the metrics how far every read model is behind the log; asked only when somebody looks. */
export function watchProjections(metrics: Metrics, operations: Pick<ProjectionOperations, 'status'>): void {
  addGauge(metrics, {
    name: 'shop_projection_lag_events',
    help: 'Events that a read model has yet to take, by its name',
    async read() {
      const { projections } = await operations.status()
      return Object.fromEntries(projections.map(({ name, lag }) => [name, lag]))
    },
  })
}
