import { systemActor } from '#core/domain/actor.ts'
import { giveWayTo } from '#core/database/load.ts'
import type { Infrastructure } from '../engines/infrastructure.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { Projection } from '#core/projections/projection.ts'
import type { Reactor } from '#core/projections/reactor.ts'
import type { OperationsRecord } from '../../operations/module.ts'
import { recordAskedRebuild } from '../../operations/projections/operator-actions.ts'
import type { FollowerMetrics } from '#core/projections/follow/live.ts'
import { createReactorRunner } from '#core/projections/follow/reactor-runner.ts'
import { createProjectionRunner } from '#core/projections/follow/projection-runner.ts'
import type { Continuity } from '#core/projections/continuity/continuity.ts'
import type { SharedReading } from '#core/projections/log/shared-reading.ts'

type Needs = {
  infrastructure: Infrastructure
  /** Which events are left out, and where rebuilds are written down. */
  record: OperationsRecord
  log: Log
  /** The log as all followers of this process read it. */
  reading: SharedReading | undefined
  /** Compares the checkpoints with the log. */
  continuity: Continuity
  metrics?: FollowerMetrics
}
type Started = { stop: () => Promise<void> }

type ProjectionNeeds = Needs & {
  projections: readonly Projection[]
  /** Makes good what an engine of its own may have lost, asked now and then. */
  mend: (() => Promise<void>) | undefined
}

const mendMs = 3_000

/** Keeps the read models, which are prepared, up to date until it is stopped. */
export async function startProjections(needs: ProjectionNeeds): Promise<Started> {
  const { disk, database, bulk, listener, store, searchIndex } = needs.infrastructure
  const engines = { db: database.db, bulk: bulk.db, listener, store, searchIndex }
  const { record, log } = needs
  const runner = createProjectionRunner({
    ...needs,
    ...engines,
    isPrepared: true,
    giveWay: giveWayTo(listener),
    assertRoom: disk?.assertRoom,
    skipped: record.skipped,
    onRebuilt: (name, outcome) => recordAskedRebuild({ record, log, shop: systemActor }, name, outcome),
  })
  await runner.start()
  const mending = mendNowAndThen(needs)
  return {
    async stop() {
      clearInterval(mending)
      await runner.stop()
    },
  }
}

function mendNowAndThen({ mend, log }: ProjectionNeeds): NodeJS.Timeout | undefined {
  if (mend === undefined) return undefined
  let isUnderWay = false
  return setInterval(() => {
    if (isUnderWay) return
    isUnderWay = true
    mend()
      .catch((error: unknown) => log.debug({ err: error }, 'the search index cannot be looked after'))
      .finally(() => {
        isUnderWay = false
      })
  }, mendMs)
}

/** Lets the reactors follow the events until they are stopped. */
export async function startReactors(needs: Needs & { reactors: readonly Reactor[] }): Promise<Started> {
  const { database, listener, store } = needs.infrastructure
  const skipped = (name: string) => needs.record.skipped(name)
  const runner = createReactorRunner({ ...needs, db: database.db, listener, store, skipped })
  await runner.start()
  return runner
}
