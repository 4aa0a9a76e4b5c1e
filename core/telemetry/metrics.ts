import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { coalesceCalls } from '../async/coalesce.ts'
import { EngineUnavailable } from '../domain/errors.ts'

/** What Prometheus may ask of this process. Others add their own to `registry`. */
export type Metrics = {
  registry: Registry
  /** Seconds from a request's first byte to its answer's last, by route template: never by a path as it was sent. */
  requestSeconds: Histogram<'method' | 'route' | 'status'>
}

/** A registry of its own for each caller, so that tests do not meet; `ofProcess` adds memory, event loop and the like. */
export function createMetrics({ ofProcess = true }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  // Everybody may ask (no version banners).
  registry.removeSingleMetric('nodejs_version_info')
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return { registry, requestSeconds }
}

/** Something that stands at a number in each of several states; `read` is asked whenever somebody looks. */
export type GaugeSource = {
  name: string
  help: string
  /** What the numbers are told apart by (`state`). */
  label?: string
  read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
}

/**
 * Adds a gauge with one label. While an engine that it asks is away it says nothing, and the other metrics are told. Those
 * who look at once share one reading, for everybody may look.
 */
export function addGauge({ registry }: Metrics, { name, help, label = 'state', read }: GaugeSource): void {
  const readShared = coalesceCalls(async () => read())
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const values = await unlessAway(readShared)
      this.reset()
      for (const [state, value] of Object.entries(values)) this.set({ [label]: state }, value)
    },
  })
  registry.registerMetric(gauge)
}

async function unlessAway(read: () => Promise<Readonly<Record<string, number>>>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof EngineUnavailable) return {}
    throw error
  }
}

type Described = { name: string; help: string; label: string }

/** Counts what happens, by one label; the function adds to it. */
export function addCounter(
  { registry }: Metrics,
  { name, help, label }: Described,
): (of: string, more?: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  return (of, more = 1) => counter.inc({ [label]: of }, more)
}

/** Measures how long things take, by one label; the function notes one duration in seconds. */
export function addDuration(
  { registry }: Metrics,
  { name, help, label }: Described,
): (of: string, seconds: number) => void {
  const histogram = new Histogram({ name, help, labelNames: [label], buckets: durations, registers: [registry] })
  return (of, seconds) => histogram.observe({ [label]: of }, seconds)
}

const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
