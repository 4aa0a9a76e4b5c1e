import { StoppedByOperator } from '#core/projections/rebuild/stop-requests.ts'
import type { ReplayOutcome } from '#core/projections/rebuild/replay-requests.ts'
import type { ReplayOptions, Replayed } from '#core/projections/rebuild/replay.ts'
import type { RolledBack } from '#core/projections/rebuild/rollback.ts'
import type { Actor } from '#core/domain/actor.ts'
import { Rejection } from '#core/domain/errors.ts'
import type { Position } from '#core/event-store/event-store.ts'
import type { ProjectionOperations } from '#core/projections/admin/operations.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { OperationEvent, OperationsRecord } from '../record.ts'
import * as ended from './events.ts'
import { skipActions, type SkipActions } from './skips.ts'

/** The position of an action's record; undefined if nothing was recorded, for example because nothing changed. */
export type Recorded = { recordedAt: Position | undefined }

/**
 * One person's actions on read models and reactors. An action with the name of one of the `ProjectionOperations` is
 * that operation, and adds the record of it with its result; work that a request starts or stops is recorded when it
 * ends, by the process that does it. A refusal is not recorded.
 */
export type AdministrationActions = SkipActions &
  Record<'requestReplay' | 'requestResume' | 'stopReplay' | 'stopComparison', (name: string) => Promise<void>> &
  Pick<ProjectionOperations, 'repairStream' | 'dryRun' | 'verify' | 'copy'> & {
    replay(name: string, options?: Omit<ReplayOptions, 'by'>): Promise<Replayed>
    rollBack(name: string): Promise<RolledBack & Recorded>
    retry(name: string): Promise<{ isRetried: boolean } & Recorded>
  }

export type ActionDeps = { operations: ProjectionOperations; record: OperationsRecord; log: Log }

/**
 * The actions, as performed by `by`. Long actions are recorded when they end, with duration and outcome; if the record
 * cannot be written, the process logs it.
 */
export function actionsOf(deps: ActionDeps, by: Actor): AdministrationActions {
  const { operations } = deps
  const timed = timedBy(deps, by)
  return {
    ...skipActions(deps, by),
    requestReplay: (name) => operations.requestReplay(name, by),
    requestResume: (name) => operations.requestResume(name, by),
    stopReplay: (name) => operations.stopReplay(name, by),
    stopComparison: (name) => operations.stopComparison(name, by),
    replay: resultOf((name, how = {}) =>
      timed(operations.replay(name, { ...how, by }), (...end) => ended.replayed(name, ...end)),
    ),
    repairStream: resultOf((name, stream) =>
      timed(operations.repairStream(name, stream), (...end) => ended.streamReplayed({ name, stream }, ...end)),
    ),
    dryRun: resultOf((name, how) => timed(operations.dryRun(name, how), (...end) => ended.dryRunEnded(name, ...end))),
    verify: resultOf((name, how) => timed(operations.verify(name, how), (...end) => ended.verified(name, ...end))),
    copy: resultOf((name, how) =>
      timed(operations.copy(name, how), (...end) => ended.copied({ ...how, name }, ...end)),
    ),
    async rollBack(name) {
      const { result, recordedAt } = await timed(operations.rollBack(name), (...end) => ended.rolledBack(name, ...end))
      return { ...result, recordedAt }
    },
    async retry(name) {
      const isRetried = await operations.retry(name)
      const event = { type: 'ProjectionRetried', data: { projection: name } } as const
      return { isRetried, recordedAt: isRetried ? await recordOrLog(deps, by, event) : undefined }
    },
  }
}

/** Records a replay by the process that runs the projections. */
export async function recordReplay(
  deps: Pick<ActionDeps, 'record' | 'log'> & { shop: Actor },
  name: string,
  outcome: ReplayOutcome,
): Promise<void> {
  const end = 'done' in outcome ? ended.completed(outcome.ms) : ended.failed(outcome.error, outcome.ms)
  const event = ended.replayed(name, end, 'done' in outcome ? outcome.done : undefined)
  const stopper = 'done' in outcome ? undefined : stopperIn(outcome.error)
  await recordOrLog(deps, stopper ?? outcome.by ?? deps.shop, event)
}

/** Who has stopped the work, which may be another person than the one who had begun it. */
function stopperIn(error: unknown): Actor | undefined {
  return error instanceof StoppedByOperator ? error.by : undefined
}

type EventOf<T> = (end: ended.Ended, result?: T) => OperationEvent

function timedBy(deps: ActionDeps, by: Actor) {
  return async function timed<T>(work: Promise<T>, eventOf: EventOf<T>): Promise<{ result: T } & Recorded> {
    const begun = performance.now()
    const ms = () => Math.round(performance.now() - begun)
    try {
      const result = await work
      return { result, recordedAt: await recordOrLog(deps, by, eventOf(ended.completed(ms()), result)) }
    } catch (error) {
      if (!(error instanceof Rejection))
        await recordOrLog(deps, stopperIn(error) ?? by, eventOf(ended.failed(error, ms())))
      throw error
    }
  }
}

function resultOf<Parameters extends unknown[], T>(action: (...parameters: Parameters) => Promise<{ result: T }>) {
  return async (...parameters: Parameters): Promise<T> => (await action(...parameters)).result
}

/** Logs a failure to record, because the action itself has succeeded. */
async function recordOrLog(
  { record, log }: Pick<ActionDeps, 'record' | 'log'>,
  by: Actor,
  event: OperationEvent,
): Promise<Position | undefined> {
  try {
    return await record.write(by, event)
  } catch (error) {
    log.error({ err: error, event }, 'an action of an operator could not be recorded')
    return undefined
  }
}
