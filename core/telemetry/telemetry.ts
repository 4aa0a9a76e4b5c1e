import type { Config } from '../config/config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openTracing, type Tracing } from './tracing.ts'

/** The telemetry of this process: metrics to be scraped, and traces for the configured collector. */
export type Telemetry = { metrics: Metrics; tracing: Tracing | undefined }

export async function openTelemetry({ tracesUrl }: Config, roles: readonly string[]): Promise<Telemetry> {
  return {
    metrics: createMetrics(),
    tracing: tracesUrl === undefined ? undefined : await openTracing(tracesUrl, roles),
  }
}
