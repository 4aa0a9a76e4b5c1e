import { sql } from 'kysely'
import type { Db } from '#core/database/database.ts'
import { Rejection } from '#core/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import type { Log } from '#core/log.ts'
import type { Projection } from '#core/projection.ts'
import type { SearchIndex } from '#core/search-index/search-index.ts'
import { askedChannel, readCheckpoint } from './checkpoints.ts'
import { forgetCopiesOf } from './forget-copies.ts'
import { createLeases, heldKeys, leaseTiming, type LeaseTiming } from './leases.ts'
import { askForRebuild, ensureLive, ensureVersion } from './prepare.ts'
import { rebuild, rebuildKey, type RebuildOptions } from './rebuild.ts'
import type { BuildContext } from './shadow.ts'
import { projectionsStatus, type ProjectionsStatus } from './status.ts'
import { isTable, unitOf } from './unit.ts'
import { verify, type Verification, type VerifyOptions } from './verify.ts'

export type OperationsOptions = {
  db: Db
  /** Opened with `statementTimeoutMs: 0`, for indexes and comparisons of large tables; `db` where left out. */
  bulk?: Db
  store: EventStore
  searchIndex: SearchIndex
  projections: readonly Projection[]
  log: Log
  timing?: Partial<LeaseTiming>
}

/** What an operator does with read models, in any process, while the shop runs and while it is stopped. */
export type ProjectionOperations = {
  /** Makes what is missing, and asks for a rebuild of what another version of the code has made. */
  prepare(): Promise<void>
  status(): Promise<ProjectionsStatus>
  /** See `rebuild`. The work is done by this process. @throws Rejection `not-found` for an unknown name */
  rebuild(name: string, options?: RebuildOptions): Promise<void>
  /**
   * Leaves a rebuild to the process that follows the events.
   * @throws Rejection `conflict` while it is being rebuilt, `not-found` for an unknown name
   */
  ask(name: string): Promise<void>
  /** See `verify`. @throws Rejection `not-found` for an unknown name */
  verify(name: string, options?: VerifyOptions): Promise<Verification>
  /**
   * Drops what nobody feeds, and would keep a person who was erased: the previous builds and the unfinished ones of these.
   * See `forgetCopiesOf`. @throws EngineUnavailable, Rejection `not-found` for an unknown name
   */
  forgetCopies(names: readonly string[]): Promise<void>
  /**
   * Lets a failed projection or reactor try again, in whichever process it runs. Resolves to false where it has not failed.
   * @throws Rejection `not-found` for an unknown name
   */
  retry(name: string): Promise<boolean>
}

export function createProjectionOperations(options: OperationsOptions): ProjectionOperations {
  const context = buildContextOf(options)
  const { db, projections, searchIndex } = options
  const units = projections.map((projection) => unitOf(projection, searchIndex))

  function known(name: string): Projection {
    const found = projections.find((projection) => projection.name === name)
    if (found === undefined) throw new Rejection('not-found', `There is no projection ${name}`)
    return found
  }

  return {
    async prepare() {
      for (const projection of projections) await ensureLive(db, projection, searchIndex)
      for (const unit of units) await ensureVersion(db, unit)
    },
    status: () => projectionsStatus(options, units),
    rebuild: async (name, how) => rebuild(known(name), context, how),
    verify: async (name, how) => verify(known(name), context, how),
    async ask(name) {
      const unit = unitOf(known(name), searchIndex)
      const isUnderWay = (await heldKeys(db, [rebuildKey(name)])).size > 0
      const next = await readCheckpoint(db, name, 'next')
      if (isUnderWay || next?.status === 'asked') throw new Rejection('conflict', `${name} is being rebuilt already`)
      await askForRebuild(db, unit)
    },
    async forgetCopies(names) {
      for (const { name } of names.map(known).filter(isTable)) await forgetCopiesOf(name, context)
    },
    async retry(name) {
      if (await letTryAgain(db, name)) return true
      if ((await readCheckpoint(db, name, 'live'))?.kind === 'reactor') return false
      const unit = unitOf(known(name), searchIndex)
      if ((await readCheckpoint(db, name, 'next'))?.status !== 'failed') return false
      await askForRebuild(db, unit)
      return true
    },
  }
}

/** Lets a projection or a reactor that has failed try again. */
export async function letTryAgain(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    with mended as (
      update projection_checkpoints set status = 'catching-up', error = null, updated_at = now()
      where name = ${name} and slot = 'live' and status = 'failed' returning name)
    select pg_notify(${askedChannel}, name) from mended`.execute(db)
  return rows.length > 0
}

export function buildContextOf({ db, bulk = db, store, searchIndex, log, timing }: OperationsOptions): BuildContext {
  const leases = createLeases({ db, log, timing: { ...leaseTiming, ...timing } })
  return { db, bulk, store, searchIndex, leases, log }
}
