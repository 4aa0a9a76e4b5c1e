import type { Kysely } from 'kysely'
import { periodically, type StopRuns } from '#core/async/periodically.ts'
import type { Clock } from '#core/domain/clock.ts'
import type { ProjectionsStatus } from '#core/projections/admin/status.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { EngineHealth } from '../engines.ts'
import { addSamples, deleteSamplesBefore, type Sample } from './tables.ts'

export const minuteMs = 60_000
const retentionMs = 7 * 24 * 60 * minuteMs

export type SamplerDeps = {
  db: Kysely<unknown>
  clock: Clock
  status: () => Promise<Pick<ProjectionsStatus, 'projections' | 'reactors'>>
  engines: () => Promise<EngineHealth[]>
}

export type Sampler = {
  /** Stores the lag of every read model and reactor and the latency of every engine; deletes samples after 7 days. */
  sample(): Promise<void>
  /** Takes samples every minute until it is stopped. Every process may do so: they share one row for each minute. */
  start(log: Log): StopRuns
}

export function operationsSampler(deps: SamplerDeps): Sampler {
  const sample = () => takeSamples(deps)
  return {
    sample,
    start(log) {
      const onError = (error: unknown) =>
        log.debug({ err: error }, 'lag and latency could not be stored; the next sample retries')
      return periodically(sample, { everyMs: minuteMs, startsLater: true, onError })
    },
  }
}

/** While the log is unavailable the lag is unknown, but the latency of the other engines is not. */
async function takeSamples({ db, clock, status, engines }: SamplerDeps): Promise<void> {
  const minute = Math.floor(clock() / minuteMs) * minuteMs
  const [lags, latencies] = await Promise.allSettled([status().then(lagsOf), engines().then(latenciesOf)])
  const taken = [lags, latencies].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  await addSamples(db, minute, taken)
  await deleteSamplesBefore(db, minute - retentionMs)
  for (const one of [lags, latencies]) if (one.status === 'rejected') throw one.reason
}

function lagsOf({ projections, reactors }: Pick<ProjectionsStatus, 'projections' | 'reactors'>): Sample[] {
  return [...projections, ...reactors].map(({ name, lag, status }) => ({
    kind: 'lag',
    name,
    value: lag,
    isFault: status === 'failed',
  }))
}

function latenciesOf(engines: readonly EngineHealth[]): Sample[] {
  return engines.map(({ name, ok, ms }) => ({ kind: 'latency', name, value: ok ? ms : null, isFault: !ok }))
}
