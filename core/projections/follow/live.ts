import type { Db } from '../../database/database.ts'
import type { Log } from '../../telemetry/log.ts'
import type { WakeUpSignal } from '../../async/wake-up-signal.ts'
import { catchUp, type Following } from './catch-up.ts'
import type { MoveOver } from '../checkpoints/move-together.ts'
import { markCheckpoint, readCheckpoint, type Checkpoint, type Mark, type Status } from '../checkpoints/checkpoints.ts'
import type { Continuity } from '../continuity/continuity.ts'
import type { Leases } from './leases.ts'
import { createPageSize, leastPage } from './progress.ts'
import { createIdleDelay, pause, type IdleTiming } from './idle-delay.ts'
import type { SharedReading } from '../log/shared-reading.ts'
import type { WritePage } from '../sinks/write-page.ts'
import { observed, type FollowerMetrics } from './observed.ts'
import { skipping, type SkippedEvents } from '../log/skipping.ts'
import { createRetryPolicy } from './attempts.ts'
import { isOf, type LiveSink, type Subscription } from './subscription.ts'

export type LiveTiming = IdleTiming & {
  /** The poll interval without notifications. */
  pollMs: number
  /** How often an event is attempted before the subscription is marked as failed. */
  attempts: number
}

export const liveTiming: LiveTiming = { pollMs: 1_000, idleDelayMs: 100, busyIdleDelayMs: 300, attempts: 5 }

export type LiveContext = {
  db: Db
  reading: Pick<SharedReading, 'readAll' | 'clear'>
  skipped: SkippedEvents
  continuity: Pick<Continuity, 'confirm' | 'confirmNow'>
  /** Counts the interruptions of the connection to the log: afterwards it may be another log. */
  interruptions: () => number
  leases: Leases
  /** The subscriptions of a process that skip the same page share the statement. */
  moveOver: MoveOver
  /** Reads the live checkpoints. The idle subscriptions of a process share the statement. */
  readLive: () => Promise<readonly Checkpoint[]>
  log: Log
  timing: LiveTiming
  metrics?: FollowerMetrics | undefined
  /** Notified when events may have arrived, or when a retry is requested. */
  wakeUp: WakeUpSignal
  /** Notified when a query waits for this subscription: ends a long idle delay. */
  hurry: WakeUpSignal
  signal: AbortSignal
}

/** Keeps a subscription up to date until `signal` aborts; of several processes, only the holder of the lease does. */
export async function keepLive(subscription: Subscription, context: LiveContext): Promise<void> {
  const { db, log, timing, wakeUp, signal } = context
  let isReachable = true
  while (!signal.aborted) {
    try {
      const isOurs = isOf(subscription, await readCheckpoint(db, subscription.name, 'live'))
      isReachable = true
      if (isOurs) await lead(subscription, context)
    } catch (error) {
      if (signal.aborted) return
      if (isReachable)
        log.warn({ err: error, subscription: subscription.name }, 'the subscription cannot read events now; it retries')
      isReachable = false
    }
    await wakeUp.wait(timing.pollMs, signal)
  }
}

/** Follows the log while the lease is held and the live build is of this code's version. */
async function lead(subscription: Subscription, context: LiveContext): Promise<void> {
  const lease = await context.leases.take(`follow ${subscription.name}`, context.signal)
  const attempts = createRetryPolicy(subscription, context)
  const sink = observed(subscription.name, subscription.live(lease.isHeld), context.metrics)
  const ended = AbortSignal.any([context.signal, lease.lost])
  try {
    while (!ended.aborted) {
      const at = await attempts.spend(() => readCheckpoint(context.db, subscription.name, 'live'))
      if (at === undefined || !isOf(subscription, at)) return
      if (at.status === 'failed' && attempts.areExhausted()) {
        await whileFailed(subscription, at, { context, ended })
        continue
      }
      if (attempts.areExhausted()) attempts.renew()
      await attempts.spend(() => follow(subscription, at, { context, sink, ended, onProgress: attempts.renew }))
    }
  } finally {
    await lease.release()
  }
}

type Failed = { context: LiveContext; ended: AbortSignal }

async function whileFailed(
  subscription: Subscription,
  { error }: Checkpoint,
  { context, ended }: Failed,
): Promise<void> {
  const { wakeUp, timing, continuity } = context
  // The right log may be back: the comparison then clears the failure.
  if (error?.isOfTheLog === true) await continuity.confirm(subscription.name).catch(() => undefined)
  await wakeUp.wait(timing.pollMs, ended)
  await pause(timing.idleDelayMs, ended)
}

type Turn = { context: LiveContext; sink: LiveSink; ended: AbortSignal; onProgress: () => void }

/** Processes the events, then waits for more; returns when another process has moved the checkpoint. */
async function follow(subscription: Subscription, from: Checkpoint, turn: Turn): Promise<void> {
  const { context, sink, ended, onProgress } = turn
  const { db, reading, timing, metrics, wakeUp, hurry } = context
  if ((await context.continuity.confirm(subscription.name)) === 'rewound') return
  let status: Status = from.status
  // After a failure the log may be an older one, so pages cached before the checkpoint was read are not reused.
  reading.clear()
  const pageSize = createPageSize({ least: leastPage(subscription.kind) })
  const idleDelay = createIdleDelay(timing, { hurry, signal: ended })
  const following: Following = {
    db,
    store: skipping(reading, await context.skipped(subscription.name)),
    types: subscription.types,
    write: checkingLog(subscription, skippingEmptyPages(sink, context), context),
    flush: sink.flush,
    pageSize,
    signal: ended,
    report: (_to, isLast) => ({ status: statusAt(isLast), eventsPerSecond: pageSize.speed().eventsPerSecond }),
    onPage(page) {
      status = statusAt(page.isLast)
      metrics?.page(subscription.name, { events: page.events, seconds: page.ms / 1_000 })
      idleDelay.scanned(page.scanned)
      onProgress()
    },
  }
  let at: Mark = from
  while (!ended.aborted) {
    idleDelay.begin()
    const reached = await catchUp(following, at)
    idleDelay.end()
    if (reached.at === at && (await isSetBack(at, context))) return
    at = reached.at
    if (reached.outcome !== 'at-end') return pause(timing.idleDelayMs, ended)
    if (status !== 'live') await markCheckpoint(db, at, { status: 'live' })
    status = 'live'
    await wakeUp.wait(timing.pollMs, ended)
    await idleDelay.wait()
    pageSize.start()
  }
}

/** Whether another process has moved the checkpoint, which an idle subscription would notice only with the next event. */
async function isSetBack({ name, ...at }: Mark, { continuity, readLive }: LiveContext): Promise<boolean> {
  if ((await continuity.confirm(name)) === 'rewound') return true
  const now = (await readLive()).find((checkpoint) => checkpoint.name === name)
  return now?.generation !== at.generation || now.position !== at.position
}

const statusAt = (isLast: boolean): Status => (isLast ? 'live' : 'catching-up')

/** A page without events of the subscription moves only its checkpoint, unless earlier pages are still deferred. */
function skippingEmptyPages({ write, flush }: LiveSink, { moveOver }: LiveContext): WritePage {
  if (flush !== undefined) return write
  return (db, page, { from, report }) =>
    page.events.length > 0
      ? write(db, page, { from, report })
      : moveOver({ from, to: page.to, last: page.last, report })
}

/** After an interruption, checks the log before the first page is written: the page may come from another log. */
function checkingLog(
  subscription: Subscription,
  write: WritePage,
  { continuity, interruptions }: LiveContext,
): WritePage {
  let compared = interruptions()
  return async (...page) => {
    const now = interruptions()
    if (now !== compared && (await continuity.confirmNow(subscription.name)) === 'rewound') return undefined
    compared = now
    return write(...page)
  }
}
