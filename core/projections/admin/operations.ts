import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { noBackPressure, type BackPressure } from '../../database/load.ts'
import { Rejection } from '../../domain/errors.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Projection } from '../projection.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { removeRequester } from '../rebuild/requested-by.ts'
import { resetAttempts } from '../rebuild/attempts.ts'
import { readCheckpoint } from '../checkpoints/checkpoints.ts'
import { copyAsOf, dropCopy, type Copied, type CopyOptions } from '../rebuild/copy.ts'
import { purgeStaleBuildsOf } from '../rebuild/purge-stale-builds.ts'
import { createLeases, heldKeys, leaseTiming, type LeaseTiming } from '../follow/leases.ts'
import { repairStream, type RepairedStream } from '../rebuild/repair-stream.ts'
import { requestReplay, requestResume, ensureLive, ensureVersion, repairSearchIndex } from '../rebuild/prepare.ts'
import { replay, replayKey, type ReplayOptions, type Replayed } from '../rebuild/replay.ts'
import { dryRun, type DryRun } from '../compare/dry-run.ts'
import { retry, retryBuild } from '../follow/retry.ts'
import { rollBack, type RolledBack } from '../rebuild/rollback.ts'
import { verifyKey, type ScratchOptions } from '../rebuild/scratch.ts'
import { requestStop } from '../rebuild/stop-requests.ts'
import type { BuildContext } from '../rebuild/shadow.ts'
import { nothingSkipped, type SkippedEvents } from '../log/skipping.ts'
import { projectionsStatus, type ProjectionsStatus } from './status.ts'
import { isTable, subscriptionOf, type Subscription } from '../follow/subscription.ts'
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
  /** None by default. */
  skipped?: SkippedEvents
  /** Slows background work under load; none by default. */
  backPressure?: BackPressure
  /** Throws while there is no disk space for builds, which then wait. */
  assertRoom?: (() => void) | undefined
}

/** The operations on read models, callable in any process, whether or not the shop is running. */
export type ProjectionOperations = {
  /** Creates missing read models, and requests a replay of those that an older release built. */
  prepare(): Promise<void>
  /** Recreates a lost search index, which is then filled from the log. @throws EngineUnavailable */
  repairSearchIndex(): Promise<void>
  status(): Promise<ProjectionsStatus>
  /** @throws Rejection `not-found` for an unknown name among these */
  assertKnown(names: readonly string[]): void
  /** See `replay`. Runs in this process. @throws Rejection `not-found` for an unknown name */
  replay(name: string, options?: ReplayOptions): Promise<Replayed>
  /** See `repairStream`. */
  repairStream(name: string, stream: string): Promise<RepairedStream>
  /** See `dryRun`. */
  dryRun(name: string, options?: ScratchOptions): Promise<DryRun>
  /** See `copyAsOf`. */
  copy(name: string, options: CopyOptions): Promise<Copied>
  /** See `dropCopy`. */
  dropCopy(schema: string): Promise<void>
  /** See `rollBack`. */
  rollBack(name: string): Promise<RolledBack>
  /**
   * Requests a replay from the process that runs the projections.
   * @throws Rejection `conflict` while one is in progress, `not-found` for an unknown name
   */
  requestReplay(name: string, by?: Actor): Promise<void>
  /** See `requestResume`. @throws Rejection `not-found` for an unknown name */
  requestResume(name: string, by?: Actor): Promise<void>
  /** Stops a replay, whichever process runs it; it can be resumed. See `requestStop`. */
  stopReplay(name: string, by: Actor): Promise<void>
  /** Stops a verification, dry run or copy, whichever process runs it. See `requestStop`. */
  stopComparison(name: string, by: Actor): Promise<void>
  /** See `verify`. @throws Rejection `not-found` for an unknown name */
  verify(name: string, options?: ScratchOptions): Promise<Verification>
  /**
   * Drops the previous and the unfinished builds of these, which receive no events and so would keep erased personal
   * data. See `purgeStaleBuildsOf`. @throws EngineUnavailable, Rejection `not-found` for an unknown name
   */
  purgeStaleBuilds(names: readonly string[]): Promise<void>
  /** See `removeRequester`. */
  removeRequester(id: string): Promise<void>
  /**
   * Retries a failed projection or reactor, in whichever process it runs. Resolves to false where it has not failed.
   * @throws Rejection `not-found` for an unknown name, `conflict` where it followed another event log
   */
  retry(name: string): Promise<boolean>
  /** See `retryBuild`. @throws Rejection `not-found` for an unknown name */
  retryBuild(name: string): Promise<boolean>
}

/** Expects open engines, and opens and starts nothing itself: each call does its own work. */
export function createProjectionOperations(options: OperationsOptions): ProjectionOperations {
  const context = buildContextOf(options)
  const { db, projections, searchIndex } = options
  const subscriptions = projections.map((projection) => subscriptionOf(projection, searchIndex))
  const known = (name: string) => projectionNamed(name, projections)
  return {
    async prepare() {
      for (const projection of projections) await ensureLive(db, projection, searchIndex)
      const newer: string[] = []
      for (const subscription of subscriptions)
        if (!(await ensureVersion(db, subscription))) newer.push(subscription.name)
      if (newer.length > 0) options.log.warn({ subscriptions: newer }, builtByNewer(newer))
    },
    repairSearchIndex: () => repairSearchIndex(db, projections, searchIndex),
    status: () => projectionsStatus(options, subscriptions),
    assertKnown: (names) => names.forEach(known),
    replay: async (name, how) => replay(known(name), context, how),
    repairStream: async (name, stream) => repairStream(known(name), context, stream),
    dryRun: async (name, how) => dryRun(known(name), context, how),
    copy: async (name, how) => copyAsOf(known(name), context, how),
    dropCopy: (schema) => dropCopy(db, schema),
    rollBack: async (name) => rollBack(known(name), context),
    verify: async (name, how) => verify(known(name), context, how),
    ...requestsIn(db, (name) => subscriptionOf(known(name), searchIndex)),
    async purgeStaleBuilds(names) {
      for (const { name } of names.map(known).filter(isTable)) await purgeStaleBuildsOf(name, context)
    },
    removeRequester: (id) => removeRequester(db, id),
    retry: (name) => retry(db, name, () => subscriptionOf(known(name), searchIndex)),
    retryBuild: async (name) => retryBuild(db, subscriptionOf(known(name), searchIndex)),
  }
}

type Requests = Pick<ProjectionOperations, 'requestReplay' | 'requestResume' | 'stopReplay' | 'stopComparison'>

/** The requests to other processes. `known` throws for an unknown name. */
function requestsIn(db: Db, known: (name: string) => Subscription): Requests {
  return {
    async requestReplay(name, by) {
      const subscription = known(name)
      const isUnderWay = (await heldKeys(db, [replayKey(name)])).size > 0
      const next = await readCheckpoint(db, name, 'next')
      if (isUnderWay || next?.status === 'asked') throw new Rejection('conflict', `${name} is already being replayed`)
      await resetAttempts(db, name)
      await requestReplay(db, subscription, by)
    },
    requestResume: async (name, by) => requestResume(db, known(name), by),
    stopReplay: async (name, by) => requestStop(db, { name: known(name).name, slot: 'next', key: replayKey(name) }, by),
    stopComparison: async (name, by) =>
      requestStop(db, { name: known(name).name, slot: 'verify', key: verifyKey(name) }, by),
  }
}

function builtByNewer(names: readonly string[]): string {
  return `a newer release has built ${names.join(', ')}: this release reads but does not update them; start the newer release, or, to go back to this one, run: npm run ops -- replay ${names.join(' ')}`
}

function projectionNamed(name: string, projections: readonly Projection[]): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (found !== undefined) return found
  const names = projections.map((one) => one.name).join(', ')
  throw new Rejection('not-found', `There is no projection ${name}. The projections are ${names}`)
}

export function buildContextOf(options: OperationsOptions): BuildContext {
  const { db, bulk = db, searchIndex, log, timing, skipped = nothingSkipped, backPressure = noBackPressure } = options
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
    backPressure,
    assertRoom,
  }
}

/** Without disk space a read fails as if the log were unavailable, for which a build can wait at any page. */
function storeToBuildFrom(store: EventStore, assertRoom: () => void): EventStore {
  return {
    ...store,
    async readAll(after, how) {
      assertRoom()
      return store.readAll(after, how)
    },
  }
}
