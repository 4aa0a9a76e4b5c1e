import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../database/database.ts'
import { EngineUnavailable, OperatorError, Rejection } from '../../domain/errors.ts'
import type { Projection } from '../projection.ts'
import type { WakeUpSignal } from '../../async/wake-up-signal.ts'
import { readRequester } from './requested-by.ts'
import { countAttempt, uncountAttempt } from './attempts.ts'
import { markCheckpoint, readCheckpoint, readNextCheckpoints } from '../checkpoints/checkpoints.ts'
import { LogDiverged } from '../continuity/log-diverged.ts'
import { failureOf } from '../follow/failures.ts'
import { heldKeys } from '../follow/leases.ts'
import { replayKey, runBuild, type Replayed } from './replay.ts'
import type { BuildContext } from './shadow.ts'
import { StoppedByOperator } from './stop-requests.ts'
import { isOf, subscriptionOf } from '../follow/subscription.ts'

export type ReplayRequests = {
  pollMs: number
  wakeUp: WakeUpSignal
  signal: AbortSignal
  /** Called after each replay, also after one that failed. */
  onReplayed: (name: string, outcome: ReplayOutcome) => Promise<void>
}

/**
 * Runs requested replays, one after another, and resumes those of processes that have died, if they are of this code's
 * version.
 */
export async function runReplayRequests(
  projections: readonly Projection[],
  context: BuildContext,
  requests: ReplayRequests,
): Promise<void> {
  while (!requests.signal.aborted) {
    for (const projection of await withBuild(projections, context))
      await runReplayRequest(projection, context, requests)
    await requests.wakeUp.wait(requests.pollMs, requests.signal)
  }
}

/** The projections that have a build, in any state. One query for all, because usually none has one. */
async function withBuild(projections: readonly Projection[], { db, log }: BuildContext): Promise<Projection[]> {
  try {
    const builds = new Set((await readNextCheckpoints(db)).map(({ name }) => name))
    return projections.filter(({ name }) => builds.has(name))
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) log.error({ err: error }, 'replay requests cannot be read')
    return []
  }
}

async function runReplayRequest(
  projection: Projection,
  context: BuildContext,
  { signal, onReplayed }: ReplayRequests,
): Promise<void> {
  const log = context.log.child({ subscription: projection.name })
  try {
    const outcome = signal.aborted ? undefined : await buildWhereRequested(projection, context, signal)
    if (outcome === undefined || ('error' in outcome && isForAnother(outcome.error, signal))) return
    logOutcome(log, outcome)
    await onReplayed(projection.name, outcome)
  } catch (error) {
    if (!isForAnother(error, signal)) log.error({ err: error }, 'replay failed')
  }
}

function logOutcome(log: BuildContext['log'], outcome: ReplayOutcome): void {
  if (!('error' in outcome)) log.info('replay finished: the new build is live')
  else if (outcome.error instanceof StoppedByOperator) log.info('replay stopped by an operator')
  else log.error({ err: outcome.error }, 'replay failed')
}

/** After a conflict another process does the work; with an unavailable engine or another log, it is retried later. */
function isForAnother(error: unknown, signal: AbortSignal): boolean {
  const isForLater = error instanceof EngineUnavailable || error instanceof LogDiverged
  return signal.aborted || error instanceof Rejection || isForLater
}

/** The outcome of a replay; `by` is `undefined` where a new version of the code required it. */
export type ReplayOutcome =
  { by: Actor | undefined; ms: number; done: Replayed } | { by: Actor | undefined; ms: number; error: unknown }

/**
 * Runs a requested replay, or resumes that of a process that has died, if it is of this code's version; resolves to
 * `undefined` where there is none. If `signal` stops it, its status stays in progress for the next process.
 */
async function buildWhereRequested(
  projection: Projection,
  context: BuildContext,
  signal: AbortSignal,
): Promise<ReplayOutcome | undefined> {
  const key = replayKey(projection.name)
  if ((await heldKeys(context.db, [key])).has(key) || !(await isRequested(projection, context))) return undefined
  const lease = await context.leases.tryTake(key)
  if (lease === undefined) return undefined
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    if (!(await isRequested(projection, context))) return undefined
    const by = await readRequester(context.db, projection.name)
    return await attempt({ projection, context, lost: lease.lost, signal }).then(
      (done) => ({ by, ms: ms(), done }),
      (error: unknown) => ({ by, ms: ms(), error }),
    )
  } finally {
    await lease.release()
  }
}

type Attempt = { projection: Projection; context: BuildContext; lost: AbortSignal; signal: AbortSignal }

/** Runs one of a few attempts; one that was stopped or interrupted from outside does not count. */
async function attempt({ projection, context, lost, signal }: Attempt): Promise<Replayed> {
  const { db } = context
  const { name } = projection
  await countAttempt(db, name).catch((error: unknown) => giveUp(db, name, error))
  try {
    return await runBuild({ projection, context, lost, resume: true, signal, onStop: 'left' })
  } catch (error) {
    if (lost.aborted || isForAnother(error, signal)) await uncountAttempt(db, name)
    throw error
  }
}

async function giveUp(db: Db, name: string, error: unknown): Promise<never> {
  const next = await readCheckpoint(db, name, 'next')
  const { message } = failureOf(error)
  const remedy = error instanceof OperatorError ? `${message}. ${error.remedy}` : message
  if (next !== undefined) await markCheckpoint(db, next, { status: 'failed', error: { message: remedy } })
  throw error
}

async function isRequested(projection: Projection, { db, searchIndex }: BuildContext): Promise<boolean> {
  const next = await readCheckpoint(db, projection.name, 'next')
  const isUnderWay = next !== undefined && ['asked', 'building', 'indexed'].includes(next.status)
  return isUnderWay && isOf(subscriptionOf(projection, searchIndex), next)
}
