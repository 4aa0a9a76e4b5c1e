import { Rejection } from '../../domain/errors.ts'
import type { Reactor } from '../reactor.ts'
import { followAll, type FollowerOptions, type Following } from './follow-all.ts'
import { createLeases, leaseTiming } from './leases.ts'
import { retryLive } from './retry.ts'
import { prepareReactor } from '../rebuild/prepare.ts'
import { projectionsStatus, type ProjectionsStatus } from '../admin/status.ts'
import { subscriptionOfReactor } from './subscription.ts'

export type ReactorRunnerOptions = FollowerOptions & { reactors: readonly Reactor[] }

/** Runs reactors, each in exactly one process at a time. */
export type ReactorRunner = {
  /** Creates the checkpoints of new reactors, then follows the events. @throws EngineUnavailable */
  start(): Promise<void>
  stop(): Promise<void>
  /** Their status, in the same form as that of projections. */
  status(): Promise<ProjectionsStatus>
  /** Retries a failed one. @throws Rejection `not-found` for an unknown name */
  retry(name: string): Promise<boolean>
}

export function createReactorRunner(options: ReactorRunnerOptions): ReactorRunner {
  const { db, store, log, reactors } = options
  const leases = createLeases({ db, log, timing: { ...leaseTiming, ...options.timing } })
  const subscriptions = reactors.map(subscriptionOfReactor)
  let following: Following | undefined

  return {
    async start() {
      for (const reactor of reactors) await prepareReactor(db, reactor, store)
      following = followAll(subscriptions, options, leases)
    },
    async stop() {
      await following?.stop()
    },
    status: () => projectionsStatus(options, subscriptions),
    async retry(name) {
      if (!subscriptions.some((subscription) => subscription.name === name))
        throw new Rejection('not-found', `There is no reactor ${name}`)
      return retryLive(db, name)
    },
  }
}
