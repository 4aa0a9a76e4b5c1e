import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import { everywhere } from '#core/event-store/left-out/left-out-record.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { OperationEvent, OperationsRecord } from '../module.ts'
import {
  copied,
  failed,
  longestError,
  dryRunEnded,
  replayed,
  rolledBack,
  streamReplayed,
  verified,
  type Ended,
} from './events.ts'
import type { Copied, CopyOptions } from '#core/projections/rebuild/copy.ts'
import type { RepairedStream } from '#core/projections/rebuild/repair-stream.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { ReplayOutcome } from '#core/projections/rebuild/replay-requests.ts'
import type { ReplayOptions, Replayed } from '#core/projections/rebuild/replay.ts'
import type { DryRun } from '#core/projections/compare/dry-run.ts'
import type { RolledBack } from '#core/projections/rebuild/rollback.ts'
import type { ScratchOptions } from '#core/projections/rebuild/scratch.ts'
import type { Verification } from '#core/projections/compare/verify.ts'

/** An event that is to be left out, and why; a reason that whoever reads the record years later can follow. */
export type Skip = { position: Position; reason: string }

/** What an operator does, by a name, and written down with its result. What is refused is not written down. */
export type OperatorActions = {
  replay(name: string, options?: Omit<ReplayOptions, 'by'>): Promise<Replayed>
  replayStream(name: string, stream: string): Promise<RepairedStream>
  dryRun(name: string, options?: ScratchOptions): Promise<DryRun>
  verify(name: string, options?: ScratchOptions): Promise<Verification>
  rollBack(name: string): Promise<RolledBack>
  copy(name: string, options: CopyOptions): Promise<Copied>
  retry(name: string): Promise<boolean>
  /**
   * Leaves out the event that a projection or reactor has failed at, from now on, and lets it go on; under the name
   * `everywhere`, for all of them and for readers of its stream.
   * @throws Rejection `conflict` where it has not failed at that event, `invalid` without a reason
   */
  skip(name: string, skip: Skip): Promise<void>
  /**
   * Takes a skip back, by the position that was written down with it; the next replay takes the event.
   * @throws Rejection `conflict` where it is not left out
   */
  withdrawSkip(name: string, skip: Skip): Promise<void>
}

export type ActionDeps = { operations: ProjectionOperations; record: OperationsRecord; log: Log }

/**
 * The actions as done by `by`. Those that take time are written down when they end, with how long they took and how they
 * ended; where that cannot be written, the process's log tells it.
 */
export function operatorActions(deps: ActionDeps, by: Actor): OperatorActions {
  return { ...timedActions(deps, by), ...repairActions(deps, by) }
}

type Repairing = 'retry' | 'skip' | 'withdrawSkip'

function timedActions(deps: ActionDeps, by: Actor): Omit<OperatorActions, Repairing> {
  const { operations } = deps

  async function timed<T>(work: Promise<T>, eventOf: (ended: Ended, result?: T) => OperationEvent): Promise<T> {
    const begun = performance.now()
    const ms = () => Math.round(performance.now() - begun)
    try {
      const result = await work
      await writeOrLog(deps, by, eventOf({ outcome: 'done', ms: ms() }, result))
      return result
    } catch (error) {
      if (!(error instanceof Rejection)) await writeOrLog(deps, by, eventOf(failed(error, ms())))
      throw error
    }
  }

  return {
    replay: (name, how = {}) =>
      timed(operations.replay(name, { ...how, by }), (ended, done) => replayed(name, ended, done)),
    replayStream: (name, stream) =>
      timed(operations.repairStream(name, stream), (ended, done) => streamReplayed({ name, stream }, ended, done)),
    dryRun: (name, how) => timed(operations.dryRun(name, how), (ended, done) => dryRunEnded(name, ended, done)),
    verify: (name, how) => timed(operations.verify(name, how), (ended, done) => verified(name, ended, done)),
    rollBack: (name) => timed(operations.rollBack(name), (ended, done) => rolledBack(name, ended, done)),
    copy: (name, how) => timed(operations.copy(name, how), (ended, done) => copied({ ...how, name }, ended, done)),
  }
}

function repairActions(deps: ActionDeps, by: Actor): Pick<OperatorActions, Repairing> {
  const { operations, record } = deps
  return {
    async retry(name) {
      const isRetried = await operations.retry(name)
      if (isRetried) await writeOrLog(deps, by, { type: 'ProjectionRetried', data: { projection: name } })
      return isRetried
    },
    skip: (name, skip) => (name === everywhere ? leaveOut : skipEvent)(deps, { by, name, ...skip }),
    async withdrawSkip(name, { position, reason }) {
      const skipped = await (name === everywhere ? record.leftOut() : record.skipped(name))
      if (![...skipped.values()].includes(position))
        throw new Rejection('conflict', `${name} does not leave out the event at position ${position}`)
      const data = { projection: name, position, reason: givenReason(reason) }
      await record.write(by, { type: withdrawalOf(name), data })
    },
  }
}

/** Writes down a rebuild that the process has done which follows the events. */
export async function recordReplay(
  deps: Pick<ActionDeps, 'record' | 'log'> & { shop: Actor },
  name: string,
  outcome: ReplayOutcome,
): Promise<void> {
  const ended: Ended = 'done' in outcome ? { outcome: 'done', ms: outcome.ms } : failed(outcome.error, outcome.ms)
  await writeOrLog(deps, outcome.by ?? deps.shop, replayed(name, ended, 'done' in outcome ? outcome.done : undefined))
}

type Skipping = Skip & { by: Actor; name: string }

async function skipEvent({ operations, record }: Omit<ActionDeps, 'log'>, asked: Skipping): Promise<void> {
  const { by, name, position } = asked
  const reason = givenReason(asked.reason)
  const { projections, reactors } = await operations.status()
  const failure = [...projections, ...reactors].find((subscription) => subscription.name === name)?.error
  if (failure?.event?.position !== position)
    throw new Rejection('conflict', `${name} has not failed at position ${position}, so there is nothing to skip`)
  const { stream, revision, type, id } = failure.event
  const error = failure.message.slice(0, longestError)
  // Written before it goes on: without the event there is no skip.
  const data = { projection: name, position, reason, event: { stream, revision, type, id }, error }
  await record.write(by, { type: 'ProjectionEventSkipped', data })
  await operations.retry(name)
}

/** Leaves an event out for every follower and for readers of its stream, and lets those that have failed at it try again. */
async function leaveOut({ operations, record }: Omit<ActionDeps, 'log'>, asked: Skipping): Promise<void> {
  const { by, name, position } = asked
  const reason = givenReason(asked.reason)
  const { projections, reactors } = await operations.status()
  const stuck = [...projections, ...reactors].filter(({ error }) => error?.event?.position === position)
  const failure = stuck[0]?.error
  if (failure?.event === undefined)
    throw new Rejection('conflict', `Nothing has failed at position ${position}, so there is no event to leave out`)
  const { stream, revision, type, id } = failure.event
  const error = failure.message.slice(0, longestError)
  const data = { projection: name, position, reason, event: { stream, revision, type, id }, error }
  await record.write(by, { type: 'EventLeftOut', data })
  for (const subscription of stuck) await operations.retry(subscription.name)
}

function withdrawalOf(name: string) {
  return name === everywhere ? 'EventLeftOutWithdrawn' : 'ProjectionSkipWithdrawn'
}

function givenReason(reason: string): string {
  const given = reason.trim()
  if (given === '' || given.length > 1_000)
    throw new Rejection('invalid', 'Say why, in 1 to 1000 characters: the record keeps it')
  return given
}

/** The work is done, whether or not it can be written down. */
async function writeOrLog(
  { record, log }: Pick<ActionDeps, 'record' | 'log'>,
  by: Actor,
  event: OperationEvent,
): Promise<void> {
  try {
    await record.write(by, event)
  } catch (error) {
    log.error({ err: error, event }, 'what an operator did could not be written down')
  }
}
