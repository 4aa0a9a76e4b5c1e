import { periodically, type StopRuns } from '#core/async/periodically.ts'
import { systemActor } from '#core/domain/actor.ts'
import { backPressureFrom } from '#core/database/load.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Projection } from '#core/projections/projection.ts'
import type { Reactor } from '#core/projections/reactor.ts'
import type { OperationsRecord } from '../../operations/module.ts'
import { recordReplay } from '../../operations/administration/actions.ts'
import type { FollowerMetrics } from '#core/projections/follow/observed.ts'
import { createReactorRunner } from '#core/projections/follow/reactor-runner.ts'
import { createProjectionRunner } from '#core/projections/follow/projection-runner.ts'
import type { Continuity } from '#core/projections/continuity/continuity.ts'
import type { SharedReading } from '#core/projections/log/shared-reading.ts'

type Deps = {
  infrastructure: Infrastructure
  /** Lists the skipped events, and records replays. */
  record: OperationsRecord
  log: Log
  /** The reader of the log that all projections and reactors of this process share. */
  reading: SharedReading | undefined
  /** Compares the checkpoints with the log. */
  continuity: Continuity
  metrics?: FollowerMetrics
}
type Started = { stop: () => Promise<void> }

type ProjectionDeps = Deps & {
  projections: readonly Projection[]
  /** Repairs what the search engine may have lost; called periodically. */
  repair: (() => Promise<void>) | undefined
}

const repairMs = 3_000

/** Keeps the read models up to date until it is stopped; they must be prepared. */
export async function startProjections(deps: ProjectionDeps): Promise<Started> {
  const { disk, database, bulk, listener, store, searchIndex } = deps.infrastructure
  const engines = { db: database.db, bulk: bulk.db, listener, store, searchIndex }
  const { record, log } = deps
  const runner = createProjectionRunner({
    ...deps,
    ...engines,
    isPrepared: true,
    backPressure: backPressureFrom(listener),
    assertRoom: disk?.assertRoom,
    skipped: record.skipped,
    onReplayed: (name, outcome) => recordReplay({ record, log, shop: systemActor }, name, outcome),
  })
  await runner.start()
  const stopRepairs = repairPeriodically(deps)
  return {
    async stop() {
      // A repair of an engine that does not respond takes long.
      void stopRepairs()
      await runner.stop()
    },
  }
}

function repairPeriodically({ repair, log }: ProjectionDeps): StopRuns {
  if (repair === undefined) return () => Promise.resolve()
  const onError = (error: unknown) =>
    log.debug({ err: error }, 'the search index could not be checked; the next check retries')
  return periodically(repair, { everyMs: repairMs, startsLater: true, onError })
}

/** Runs the reactors until they are stopped. */
export async function startReactors(deps: Deps & { reactors: readonly Reactor[] }): Promise<Started> {
  const { database, listener, store } = deps.infrastructure
  const skipped = (name: string) => deps.record.skipped(name)
  const runner = createReactorRunner({ ...deps, db: database.db, listener, store, skipped })
  await runner.start()
  return runner
}
