import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { neverGiveWay, type GiveWay } from '../../database/load.ts'
import { Rejection } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Projection } from '../projection.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { forgetAsker } from '../rebuild/requested-by.ts'
import { forgetAttempts } from '../rebuild/attempts.ts'
import { readCheckpoint } from '../checkpoints/checkpoints.ts'
import { copyAsOf, dropCopy, type Copied, type CopyOptions } from '../rebuild/copy.ts'
import { forgetCopiesOf } from '../rebuild/purge-stale-builds.ts'
import { createLeases, heldKeys, leaseTiming, type LeaseTiming } from '../follow/leases.ts'
import { mendStream, type MendedStream } from '../rebuild/repair-stream.ts'
import { askForRebuild, askToResume, ensureLive, ensureVersion, mendSearchIndex } from '../rebuild/prepare.ts'
import { rebuild, rebuildKey, type RebuildOptions, type Rebuilt } from '../rebuild/rebuild.ts'
import { rehearse, type Rehearsal } from '../compare/dry-run.ts'
import { retry, retryBuild } from '../follow/retry.ts'
import { rollBack, type RolledBack } from '../rebuild/rollback.ts'
import type { ScratchOptions } from '../rebuild/scratch.ts'
import type { BuildContext } from '../rebuild/shadow.ts'
import { nothingSkipped, type SkippedEvents } from '../log/skipping.ts'
import { projectionsStatus, type ProjectionsStatus } from './status.ts'
import { isTable, unitOf } from '../follow/subscription.ts'
import { verify, type Verification } from '../compare/verify.ts'

export type OperationsOptions = {
  db: Db
  /** Opened with `statementTimeoutMs: 0`, for indexes and comparisons of large tables; `db` where left out. */
  bulk?: Db
  store: EventStore
  searchIndex: SearchIndex
  projections: readonly Projection[]
  log: Log
  timing?: Partial<LeaseTiming>
  /** None where it is left out. */
  skipped?: SkippedEvents
  /** To whom work that can wait gives way; to nobody where it is left out. */
  giveWay?: GiveWay
  /** Throws while there is no room for what is built beside the live read models, which then waits. */
  assertRoom?: (() => void) | undefined
}

/** What an operator does with read models, in any process, while the shop runs and while it is stopped. */
export type ProjectionOperations = {
  /** Makes what is missing, and asks for a rebuild of what another version of the code has made. */
  prepare(): Promise<void>
  /** Makes a search index anew that was lost, and has it filled. @throws EngineUnavailable */
  mendSearchIndex(): Promise<void>
  status(): Promise<ProjectionsStatus>
  /** @throws Rejection `not-found` for an unknown name among these */
  assertKnown(names: readonly string[]): void
  /** See `rebuild`. The work is done by this process. @throws Rejection `not-found` for an unknown name */
  rebuild(name: string, options?: RebuildOptions): Promise<Rebuilt>
  /** See `mendStream`. */
  mendStream(name: string, stream: string): Promise<MendedStream>
  /** See `rehearse`. */
  rehearse(name: string, options?: ScratchOptions): Promise<Rehearsal>
  /** See `copyAsOf`. */
  copy(name: string, options: CopyOptions): Promise<Copied>
  /** See `dropCopy`. */
  dropCopy(schema: string): Promise<void>
  /** See `rollBack`. */
  rollBack(name: string): Promise<RolledBack>
  /**
   * Leaves a rebuild to the process that follows the events.
   * @throws Rejection `conflict` while it is being rebuilt, `not-found` for an unknown name
   */
  ask(name: string, by?: Actor): Promise<void>
  /** See `askToResume`. @throws Rejection `not-found` for an unknown name */
  askToResume(name: string, by?: Actor): Promise<void>
  /** See `verify`. @throws Rejection `not-found` for an unknown name */
  verify(name: string, options?: ScratchOptions): Promise<Verification>
  /**
   * Drops what nobody feeds, and would keep a person who was erased: the previous builds and the unfinished ones of these.
   * See `forgetCopiesOf`. @throws EngineUnavailable, Rejection `not-found` for an unknown name
   */
  forgetCopies(names: readonly string[]): Promise<void>
  /** See `forgetAsker`. */
  forgetAsker(id: string): Promise<void>
  /**
   * Lets a failed projection or reactor try again, in whichever process it runs. Resolves to false where it has not failed.
   * @throws Rejection `not-found` for an unknown name, `conflict` where the event log is not the one that it was fed from
   */
  retry(name: string): Promise<boolean>
  /** See `retryBuild`. @throws Rejection `not-found` for an unknown name */
  retryBuild(name: string): Promise<boolean>
}

/** On engines that are open. Opens nothing and starts nothing by itself: each call does its own work. */
export function createProjectionOperations(options: OperationsOptions): ProjectionOperations {
  const context = buildContextOf(options)
  const { db, projections, searchIndex } = options
  const units = projections.map((projection) => unitOf(projection, searchIndex))
  const known = (name: string) => projectionNamed(name, projections)
  return {
    async prepare() {
      for (const projection of projections) await ensureLive(db, projection, searchIndex)
      for (const unit of units) await ensureVersion(db, unit)
    },
    mendSearchIndex: () => mendSearchIndex(db, projections, searchIndex),
    status: () => projectionsStatus(options, units),
    assertKnown: (names) => names.forEach(known),
    rebuild: async (name, how) => rebuild(known(name), context, how),
    mendStream: async (name, stream) => mendStream(known(name), context, stream),
    rehearse: async (name, how) => rehearse(known(name), context, how),
    copy: async (name, how) => copyAsOf(known(name), context, how),
    dropCopy: (schema) => dropCopy(db, schema),
    rollBack: async (name) => rollBack(known(name), context),
    verify: async (name, how) => verify(known(name), context, how),
    async ask(name, by) {
      const unit = unitOf(known(name), searchIndex)
      const isUnderWay = (await heldKeys(db, [rebuildKey(name)])).size > 0
      const next = await readCheckpoint(db, name, 'next')
      if (isUnderWay || next?.status === 'asked') throw new Rejection('conflict', `${name} is being rebuilt already`)
      await forgetAttempts(db, name)
      await askForRebuild(db, unit, by)
    },
    askToResume: async (name, by) => askToResume(db, unitOf(known(name), searchIndex), by),
    async forgetCopies(names) {
      for (const { name } of names.map(known).filter(isTable)) await forgetCopiesOf(name, context)
    },
    forgetAsker: (id) => forgetAsker(db, id),
    retry: (name) => retry(db, name, () => unitOf(known(name), searchIndex)),
    retryBuild: async (name) => retryBuild(db, unitOf(known(name), searchIndex)),
  }
}

function projectionNamed(name: string, projections: readonly Projection[]): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (found !== undefined) return found
  const names = projections.map((one) => one.name).join(', ')
  throw new Rejection('not-found', `There is no projection ${name}: there are ${names}`)
}

export function buildContextOf(options: OperationsOptions): BuildContext {
  const { db, bulk = db, searchIndex, log, timing, skipped = nothingSkipped, giveWay = neverGiveWay } = options
  const { assertRoom = () => undefined } = options
  const leases = createLeases({ db, log, timing: { ...leaseTiming, ...timing } })
  return {
    db,
    bulk,
    store: storeToBuildFrom(options.store, assertRoom),
    searchIndex,
    leases,
    log,
    skipped,
    giveWay,
    assertRoom,
  }
}

/** Without room it is as if the log could not be read: builds can wait for that at any page. */
function storeToBuildFrom(store: EventStore, assertRoom: () => void): EventStore {
  return {
    ...store,
    async readAll(after, how) {
      assertRoom()
      return store.readAll(after, how)
    },
  }
}
