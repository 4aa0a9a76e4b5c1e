import type { Config } from '../config/config.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openTracing, type Tracing } from './tracing.ts'

/** What this process tells about itself: numbers to whoever asks, traces to the collector that was configured. */
export type Telemetry = { metrics: Metrics; tracing: Tracing | undefined }

export async function openTelemetry({ tracesUrl }: Config, roles: readonly string[]): Promise<Telemetry> {
  return {
    metrics: createMetrics(),
    tracing: tracesUrl === undefined ? undefined : await openTracing(tracesUrl, roles),
  }
}
