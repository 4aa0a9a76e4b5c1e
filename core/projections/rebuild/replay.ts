import { sql } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { cancellable } from '../../database/session/cancellable.ts'
import { EngineUnavailable, Rejection } from '../../domain/errors.ts'
import type { Position } from '../../event-store/event-store.ts'
import type { Projection } from '../projection.ts'
import { recordRequester } from './requested-by.ts'
import { resetAttempts } from './attempts.ts'
import { endNotRecorded, clearStopRequest, stoppableBuild } from './stop-requests.ts'
import { buildOf, type Build } from './build.ts'
import {
  lockCheckpoint,
  markCheckpoint,
  putCheckpoint,
  readCheckpoint,
  takeCheckpoint,
  type Mark,
  type Verdict,
} from '../checkpoints/checkpoints.ts'
import { assertFollowed } from '../continuity/followed.ts'
import { judgeOf } from '../continuity/judge.ts'
import { failureOf, retryWhileUnavailable, waitingFor } from '../follow/failures.ts'
import type { Lease } from '../follow/leases.ts'
import { createPageSize, leastPage, type Progress } from '../follow/progress.ts'
import { ensureLive } from './prepare.ts'
import { checkpointOf, fill, takenOver, waitingFrom, type BuildContext, type Shadow } from './shadow.ts'
import { skipping } from '../log/skipping.ts'
import { swap } from './swap.ts'
import { isOf, subscriptionOf } from '../follow/subscription.ts'

export type ReplayOptions = {
  /** Resumes an interrupted build of this version, if there is one. */
  resume?: boolean
  /** The requester, stored with the build for a process that resumes it. */
  by?: Actor
  /** Stops it cleanly, so that it can be resumed. */
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** Called with the reason and the remedy, as a sentence, while the replay waits for an engine. */
  onWait?: (reason: string) => void
}

/** The position at which the new build became live, and how long writes were blocked. */
export type Replayed = { position: Position; pauseMs: number }

export const replayKey = (name: string): string => `rebuild ${name}`

/**
 * Rebuilds a read model alongside the live one and swaps the two when it has caught up. Until then the live one
 * stays in use; it is unaffected by a failure, and is kept as the previous build.
 * @throws Rejection `conflict` while any process is rebuilding it already
 * @throws LogDiverged where the live one followed another log
 * @throws EventFailure with the event that cannot be processed
 */
export async function replay(
  projection: Projection,
  context: BuildContext,
  options: ReplayOptions = {},
): Promise<Replayed> {
  await ensureLive(context.db, projection, context.searchIndex)
  const lease = await context.leases.tryTake(replayKey(projection.name))
  if (lease === undefined) throw new Rejection('conflict', `${projection.name} is already being replayed`)
  await resetAttempts(context.db, projection.name)
  await clearStopRequest(context.db, { name: projection.name, slot: 'next' })
  return replayHolding(lease, projection, { context, options })
}

type Requested = { context: BuildContext; options: ReplayOptions }

/** Resumes after the lease was lost, as after an outage of the database, unless another process has taken over. */
async function replayHolding(lease: Lease, projection: Projection, { context, options }: Requested): Promise<Replayed> {
  const signal = options.signal ?? new AbortController().signal
  try {
    return await runBuild({ projection, context, lost: lease.lost, ...options, signal, onStop: 'stopped' })
  } catch (error) {
    if (!lease.lost.aborted || signal.aborted) throw error
  } finally {
    await lease.release()
  }
  const again = await retryWhileUnavailable(signal, () => context.leases.tryTake(replayKey(projection.name)))
  if (again === undefined) throw takenOver(subscriptionOf(projection, context.searchIndex))
  return replayHolding(again, projection, { context, options: { ...options, resume: true } })
}

type Run = ReplayOptions & {
  projection: Projection
  context: BuildContext
  lost: AbortSignal
  signal: AbortSignal
  /** The status of a stopped build: `stopped`, or left in progress. */
  onStop: 'stopped' | 'left'
}

/**
 * Builds and swaps, under a lease that the caller holds and releases.
 * @throws StoppedByOperator
 */
export function runBuild(run: Run): Promise<Replayed> {
  const { context, projection, lost, signal } = run
  const work = (stopped: AbortSignal) => build({ ...run, signal: AbortSignal.any([signal, stopped]) })
  return stoppableBuild(context, { name: projection.name, lost }, work)
}

async function build({
  projection,
  context,
  lost,
  resume,
  by,
  signal,
  onProgress,
  onWait,
  onStop,
}: Run): Promise<Replayed> {
  const built = buildOf(projection, context.searchIndex)
  const { write, bufferedSink } = built
  const plan: Plan = {
    context,
    subscription: subscriptionOf(projection, context.searchIndex),
    events: skipping(context.store, await context.skipped(projection.name)),
    write,
    bufferedSink,
    pageSize: createPageSize({ least: leastPage(projection.sink.kind) }),
    signal: AbortSignal.any([lost, signal]),
    onProgress,
    onWait,
  }
  const shadow: Shadow = { ...plan, mark: await begin(plan, built, resume === true) }
  if (onStop === 'stopped') await recordRequester(context.db, projection.name, by)
  let replayed: Replayed
  try {
    replayed = await buildAndSwap(shadow, built)
  } catch (error) {
    if (!shadow.signal.aborted) await noteEnd(shadow, { status: 'failed', error: failureOf(error) })
    else if (signal.aborted && onStop === 'stopped') await noteEnd(shadow, { status: 'stopped' })
    throw error
  }
  await tidy(shadow, built)
  return replayed
}

type Plan = Omit<Shadow, 'mark'>

/** Takes over an unfinished build, or starts a new one. */
async function begin(plan: Plan, build: Build, resume: boolean): Promise<Mark> {
  const report = async (error: EngineUnavailable) => plan.onWait?.(waitingFor(error).message)
  return retryWhileUnavailable(
    plan.signal,
    async () => {
      await assertSameLog(plan)
      return (resume ? await takeUp(plan, build) : undefined) ?? startNew(plan, build)
    },
    report,
  )
}

function assertSameLog({ context: { db, store }, subscription: { name } }: Plan): Promise<void> {
  return assertFollowed(db, store, name)
}

async function takeUp(plan: Plan, build: Build): Promise<Mark | undefined> {
  const { context, subscription } = plan
  const left = await readCheckpoint(context.db, subscription.name, 'next')
  if (left === undefined || left.position === 0 || !isOf(subscription, left)) return undefined
  // A build from another log is started again.
  if ((await judgeOf(context.store)(left)).kind === 'parted') return undefined
  return beginning({ ...plan, mark: left }, async (trx) =>
    (await build.takeUp(trx)) ? takeCheckpoint(trx, left) : undefined,
  )
}

/** Resets the checkpoint first: an empty build must never have a checkpoint above 0. */
async function startNew(plan: Plan, build: Build): Promise<Mark> {
  const { context, subscription } = plan
  const mark = await putCheckpoint(context.db, { ...subscription, slot: 'next', position: 0, status: 'building' })
  await beginning({ ...plan, mark }, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx)
    const own = await lockCheckpoint(trx, subscription.name, 'next')
    if (own?.generation !== mark.generation) throw takenOver(subscription)
    await build.create(trx)
  })
  return mark
}

/** Marks a build that cannot even be started as failed; otherwise it would be started again every second. */
async function beginning<T>(shadow: Shadow, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await shadow.context.db.transaction().execute(work)
  } catch (error) {
    const isForLater = shadow.signal.aborted || error instanceof EngineUnavailable || error instanceof Rejection
    if (!isForLater) await noteEnd(shadow, { status: 'failed', error: failureOf(error) })
    throw error
  }
}

async function buildAndSwap(shadow: Shadow, build: Build): Promise<Replayed> {
  await fill(shadow)
  await finish(shadow, build)
  return waitingFrom(shadow, async () => {
    await build.tidy(shadow.context.db)
    await fill(shadow)
    await assertSameLog(shadow)
    return swap(shadow, build)
  })
}

async function finish(shadow: Shadow, build: Build): Promise<void> {
  const { db, bulk, assertRoom } = shadow.context
  await waitingFrom(shadow, () =>
    bulk.transaction().execute(async (trx) => {
      const at = await checkpointOf(trx, shadow)
      if (at.status === 'indexed') return
      assertRoom()
      await cancellable({ session: trx, others: db, signal: shadow.signal }, () => build.finish(trx))
      await markCheckpoint(trx, at, { status: 'indexed' })
    }),
  )
}

/** Records in the database how it ended. Best effort: the error that ended it matters more. */
async function noteEnd(shadow: Shadow, verdict: Verdict): Promise<void> {
  const { context, subscription } = shadow
  try {
    await markCheckpoint(context.db, await checkpointOf(context.db, shadow), verdict)
  } catch (unnoted) {
    context.log.warn({ err: unnoted, subscription: subscription.name }, endNotRecorded)
  }
}

async function tidy({ context, subscription }: Shadow, build: Build): Promise<void> {
  try {
    await build.tidy(context.db)
  } catch (error) {
    context.log.warn(
      { err: error, subscription: subscription.name },
      'the replaced build could not be dropped; the next replay drops it',
    )
  }
}
