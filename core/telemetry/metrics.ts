import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { coalesceCalls } from '../async/coalesce.ts'
import { EngineUnavailable } from '../domain/errors.ts'

/** The metrics that this process exposes to Prometheus. Other parts of the code add theirs to `registry`. */
export type Metrics = {
  registry: Registry
  /** Seconds from the first byte of a request to the last of its answer, by route template, never by actual path. */
  requestSeconds: Histogram<'method' | 'route' | 'status'>
}

/** Creates a separate registry per call, so that tests do not interfere; `ofProcess` adds memory, event loop etc. */
export function createMetrics({ ofProcess = true }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  // The endpoint is public, so it must not reveal versions.
  registry.removeSingleMetric('nodejs_version_info')
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return { registry, requestSeconds }
}

/** A gauge with a value for each of several states; `read` is called at every scrape. */
export type GaugeSource = {
  name: string
  help: string
  /** The label that distinguishes the values (`state`). */
  label?: string
  read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
}

/**
 * Adds a gauge with one label. While an engine that it reads from is unavailable it has no values, and the other
 * metrics are exposed. Concurrent scrapes share one read, because the endpoint is public.
 */
export function addGauge({ registry }: Metrics, { name, help, label = 'state', read }: GaugeSource): void {
  const readShared = coalesceCalls(async () => read())
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const values = await unlessUnavailable(readShared)
      this.reset()
      for (const [state, value] of Object.entries(values)) this.set({ [label]: state }, value)
    },
  })
  registry.registerMetric(gauge)
}

async function unlessUnavailable(read: () => Promise<Readonly<Record<string, number>>>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof EngineUnavailable) return {}
    throw error
  }
}

type Described = { name: string; help: string; label: string }

/** Adds a counter with one label; the returned function increments it. */
export function addCounter(
  { registry }: Metrics,
  { name, help, label }: Described,
): (of: string, more?: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  return (of, more = 1) => counter.inc({ [label]: of }, more)
}

/** Adds a histogram of durations with one label; the returned function observes one, in seconds. */
export function addDuration(
  { registry }: Metrics,
  { name, help, label }: Described,
): (of: string, seconds: number) => void {
  const histogram = new Histogram({ name, help, labelNames: [label], buckets: durations, registers: [registry] })
  return (of, seconds) => histogram.observe({ [label]: of }, seconds)
}

const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
