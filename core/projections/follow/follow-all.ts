import type { Db } from '../../database/database.ts'
import type { Listener } from '../../database/listener.ts'
import type { EventStore } from '../../event-store/event-store.ts'
import type { Log } from '../../telemetry/log.ts'
import { coalesceCalls } from '../../async/coalesce.ts'
import { createWakeUpSignal, type WakeUpSignal } from '../../async/wake-up-signal.ts'
import { readLiveCheckpoints, requestedChannel, waitingChannel } from '../checkpoints/checkpoints.ts'
import { movingTogether } from '../checkpoints/move-together.ts'
import { createContinuity, type Continuity } from '../continuity/continuity.ts'
import type { LeaseTiming, Leases } from './leases.ts'
import { keepLive, liveTiming, type LiveTiming } from './live.ts'
import type { FollowerMetrics } from './observed.ts'
import { sharedReading, type SharedReading } from '../log/shared-reading.ts'
import { nothingSkipped, type SkippedEvents } from '../log/skipping.ts'
import type { Subscription } from './subscription.ts'

/** Dependencies and options of `followAll`. */
export type FollowerOptions = {
  /** One connection of its pool holds the leases; with two more the subscriptions can write concurrently. */
  db: Db
  listener: Listener
  store: EventStore
  log: Log
  /** Shared by all subscriptions of this process; a new one by default. */
  reading?: SharedReading | undefined
  /** Shared by all subscriptions of this process; a new one by default. */
  continuity?: Continuity | undefined
  metrics?: FollowerMetrics
  /** None by default. */
  skipped?: SkippedEvents
  /** For tests: the poll interval and the number of retries. */
  timing?: Partial<LiveTiming & LeaseTiming>
}

export type Following = {
  /** Makes every subscription poll at once. */
  notify: () => void
  /** Resolves when each subscription has finished its current page. */
  stop(): Promise<void>
}

/** Starts one loop per subscription. */
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
  const readLive = coalesceCalls(() => readLiveCheckpoints(db))
  const moveOver = movingTogether(db)
  const sources = listenForAll({ store, listener, reading, notify, followers })
  const { interruptions } = sources
  const own = { reading, continuity, moveOver, readLive, interruptions, signal: ending.signal }
  const shared = { db, skipped, leases, log, timing, metrics, ...own }
  const loops = followers.map(({ subscription, wakeUp, hurry }) => keepLive(subscription, { ...shared, wakeUp, hurry }))

  return {
    notify,
    async stop() {
      sources.stop()
      ending.abort()
      await Promise.all(loops)
    },
  }
}

function withSignals(subscription: Subscription) {
  return { subscription, wakeUp: createWakeUpSignal(), hurry: createWakeUpSignal() }
}

type Sources = Pick<FollowerOptions, 'store' | 'listener'> & {
  reading: SharedReading
  notify: () => void
  followers: readonly { subscription: Subscription; hurry: WakeUpSignal }[]
}

/** Listens for everything that may concern the subscriptions, and counts the interruptions of the log. */
function listenForAll({ store, listener, reading, notify, followers }: Sources) {
  let interruptions = 0
  const unsubscribe = store.subscribe((isInterrupted) => {
    if (isInterrupted) interruptions += 1
    if (isInterrupted) reading.clear()
    notify()
  })
  const unlisten = listener.listen(requestedChannel, notify)
  const stopHurrying = listener.listen(waitingChannel, (name) => {
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
