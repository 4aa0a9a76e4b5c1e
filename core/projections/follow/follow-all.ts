import type { Db } from '../../database/database.ts'
import type { Listener } from '../../database/listener.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import type { Log } from '../../telemetry/log.ts'
import { createWakeUpSignal, type WakeUpSignal } from '../../async/wake-up-signal.ts'
import { askedChannel, awaitedChannel } from '../checkpoints/checkpoints.ts'
import { createContinuity, type Continuity } from '../continuity/continuity.ts'
import type { LeaseTiming, Leases } from './leases.ts'
import { keepLive, liveTiming, type FollowerMetrics, type LiveTiming } from './live.ts'
import { sharedReading, type SharedReading } from '../log/shared-reading.ts'
import { nothingSkipped, type SkippedEvents } from '../log/skipping.ts'
import type { Subscription } from './subscription.ts'

/** What following the events takes. */
export type FollowerOptions = {
  /** One connection of its pool is kept for the locks; two more let its subscriptions work side by side. */
  db: Db
  listener: Listener
  store: EventStore
  log: Log
  /** The log as all that follow it in this process read it; one of its own where it is left out. */
  reading?: SharedReading | undefined
  /** Compares the checkpoints with the log, for all that follow it in this process; one of its own where it is left out. */
  continuity?: Continuity | undefined
  metrics?: FollowerMetrics
  /** None where it is left out. */
  skipped?: SkippedEvents
  /** For tests: how often it looks, and how soon it gives up. */
  timing?: Partial<LiveTiming & LeaseTiming>
}

export type Following = {
  /** Makes everybody look at once. */
  notify: () => void
  /** Resolves when the page that each is at has been finished. */
  stop(): Promise<void>
}

/** Starts one loop a subscription. */
export function followAll(subscriptions: readonly Subscription[], options: FollowerOptions, leases: Leases): Following {
  const { db, store, log, metrics, listener, skipped = nothingSkipped } = options
  const timing = { ...liveTiming, ...options.timing }
  const ending = new AbortController()
  const followers = subscriptions.map(withSignals)
  const reading = options.reading ?? sharedReading(store, [...new Set(subscriptions.flatMap(({ types }) => types))])
  const continuity = options.continuity ?? createContinuity({ db, store })
  const notify = () => {
    reading.notify()
    for (const { wakeUp } of followers) wakeUp.notify()
  }
  const heard = hearAll({ store, listener, reading, notify, followers })
  const { signal } = ending
  const loops = followers.map(({ subscription, wakeUp, hurry }) =>
    keepLive(subscription, {
      db,
      reading,
      skipped,
      continuity,
      interruptions: heard.interruptions,
      leases,
      log,
      timing,
      metrics,
      wakeUp,
      hurry,
      signal,
    }),
  )

  return {
    notify,
    async stop() {
      heard.stop()
      ending.abort()
      await Promise.all(loops)
    },
  }
}

function withSignals(subscription: Subscription) {
  return { subscription, wakeUp: createWakeUpSignal(), hurry: createWakeUpSignal() }
}

type Hearing = Pick<FollowerOptions, 'store' | 'listener'> & {
  reading: SharedReading
  notify: () => void
  followers: readonly { subscription: Subscription; hurry: WakeUpSignal }[]
}

/** Listens to whatever may bring news to the followers, and counts the interruptions of the log. */
function hearAll({ store, listener, reading, notify, followers }: Hearing) {
  let interruptions = 0
  const unsubscribe = store.subscribe((isInterrupted) => {
    if (isInterrupted) interruptions += 1
    if (isInterrupted) reading.forget()
    notify()
  })
  const unlisten = listener.listen(askedChannel, notify)
  const stopHurrying = listener.listen(awaitedChannel, (name) => {
    reading.notify()
    for (const { subscription, hurry } of followers) if (subscription.name === name) hurry.notify()
  })
  return {
    interruptions: () => interruptions,
    stop() {
      unsubscribe()
      unlisten()
      stopHurrying()
    },
  }
}
