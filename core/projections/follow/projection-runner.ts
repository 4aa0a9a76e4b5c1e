import { createWakeUpSignal } from '../../async/wake-up-signal.ts'
import { requestedChannel } from '../checkpoints/checkpoints.ts'
import { runReplayRequests, type ReplayOutcome } from '../rebuild/replay-requests.ts'
import { followAll, type FollowerOptions, type Following } from './follow-all.ts'
import { liveTiming } from './live.ts'
import { buildContextOf, createProjectionOperations, type OperationsOptions } from '../admin/operations.ts'
import { subscriptionOf } from './subscription.ts'

export type ProjectionRunnerOptions = OperationsOptions &
  FollowerOptions & {
    /** The caller has already called `prepare` of the operations. */
    isPrepared?: boolean
    /** Called after each replay that was requested or that a new version of the code required. */
    onReplayed?: (name: string, outcome: ReplayOutcome) => Promise<void>
  }

/** Keeps all read models up to date, and runs the replays that are requested or that a new version requires. */
export type ProjectionRunner = {
  /** Prepares the read models, unless `isPrepared`, then follows the events. @throws EngineUnavailable */
  start(): Promise<void>
  /** Finishes the pages that are being written; a replay resumes at the next start. */
  stop(): Promise<void>
}

/**
 * Any number of processes may run one: exactly one of them updates each read model, and when it dies another takes over
 * within five seconds.
 */
export function createProjectionRunner(options: ProjectionRunnerOptions): ProjectionRunner {
  const { projections, searchIndex, listener } = options
  const context = buildContextOf(options)
  const subscriptions = projections.map((projection) => subscriptionOf(projection, searchIndex))
  const pollMs = options.timing?.pollMs ?? liveTiming.pollMs
  const ending = new AbortController()
  const wakeUp = createWakeUpSignal()
  let following: Following | undefined
  let replaying: Promise<void> | undefined
  let unlisten: (() => void) | undefined

  return {
    async start() {
      if (options.isPrepared !== true) await createProjectionOperations(options).prepare()
      const feeding = followAll(subscriptions, options, context.leases)
      following = feeding
      unlisten = listener.listen(requestedChannel, wakeUp.notify)
      const onReplayed = async (name: string, outcome: ReplayOutcome) => {
        feeding.notify()
        await options.onReplayed?.(name, outcome)
      }
      replaying = runReplayRequests(projections, context, { pollMs, wakeUp, signal: ending.signal, onReplayed })
    },
    async stop() {
      unlisten?.()
      ending.abort()
      await Promise.all([following?.stop(), replaying])
    },
  }
}
