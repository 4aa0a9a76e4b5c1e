import type { Db } from '../../database/database.ts'
import type { RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Bell } from '../../async/wake-up-signal.ts'
import { catchUp, type Following } from './catch-up.ts'
import { markCheckpoint, readCheckpoint, type Checkpoint, type Mark, type Status } from '../checkpoints/checkpoints.ts'
import type { Continuity } from '../continuity/continuity.ts'
import type { Lease, Leases } from './leases.ts'
import { createPace } from './progress.ts'
import { createRest, pause, type RestTiming } from './idle-delay.ts'
import type { SharedReading } from '../log/shared-reading.ts'
import type { WritePage } from '../sinks/write-page.ts'
import { skipping, type SkippedEvents } from '../log/skipping.ts'
import { createTries } from './tries.ts'
import { isOf, type Unit } from './subscription.ts'

export type LiveTiming = RestTiming & {
  /** How often it looks without having been woken. */
  pollMs: number
  /** How often an event is tried before the unit is marked as failed. */
  tries: number
}

export const liveTiming: LiveTiming = { pollMs: 1_000, restMs: 100, busyRestMs: 300, tries: 5 }

/** Hooks for metrics; called for every page and every failure. */
export type FollowerMetrics = {
  page(name: string, page: { events: number; seconds: number }): void
  /** Events whose meaning is written now; `startedAt` as `performance.now()` told it. */
  wrote(name: string, page: { events: readonly RecordedEvent[]; startedAt: number }): void
  failed(name: string): void
}

export type LiveContext = {
  db: Db
  reading: Pick<SharedReading, 'readAll' | 'forget'>
  skipped: SkippedEvents
  continuity: Pick<Continuity, 'confirm' | 'confirmNow'>
  /** How often the connection to the log was interrupted: what is read afterwards may be of another log. */
  interruptions: () => number
  leases: Leases
  log: Log
  timing: LiveTiming
  metrics?: FollowerMetrics | undefined
  /** Rung when events may have come, or when somebody has asked for a retry. */
  bell: Bell
  /** Rung when a query waits for this unit: a long rest ends at once. */
  hurry: Bell
  signal: AbortSignal
}

/** Keeps one unit up to date until `signal` aborts, taking turns with other processes that want the same. */
export async function keepLive(unit: Unit, context: LiveContext): Promise<void> {
  const { db, log, timing, bell, signal } = context
  let isReachable = true
  while (!signal.aborted) {
    try {
      const isOurs = isOf(unit, await readCheckpoint(db, unit.name, 'live'))
      isReachable = true
      if (isOurs) await lead(unit, context)
    } catch (error) {
      if (signal.aborted) return
      if (isReachable) log.warn({ err: error, unit: unit.name }, 'cannot follow the events for now')
      isReachable = false
    }
    await bell.wait(timing.pollMs, signal)
  }
}

/** Follows as long as the lease is held and the live build is of this code's version. */
async function lead(unit: Unit, context: LiveContext): Promise<void> {
  const lease = await context.leases.take(`follow ${unit.name}`, context.signal)
  const tries = createTries(unit, context)
  const ended = AbortSignal.any([context.signal, lease.lost])
  try {
    while (!ended.aborted) {
      const at = await tries.spend(() => readCheckpoint(context.db, unit.name, 'live'))
      if (at === undefined || !isOf(unit, at)) return
      if (at.status === 'failed' && tries.areSpent()) {
        await untilMended(unit, at, { context, ended })
        continue
      }
      if (tries.areSpent()) tries.renew()
      await tries.spend(() => follow(unit, at, { context, lease, ended, onProgress: tries.renew }))
    }
  } finally {
    await lease.release()
  }
}

type Failed = { context: LiveContext; ended: AbortSignal }

async function untilMended(unit: Unit, { error }: Checkpoint, { context, ended }: Failed): Promise<void> {
  const { bell, timing, continuity } = context
  // The right log may be back: then the comparison frees it.
  if (error?.isOfTheLog === true) await continuity.confirm(unit.name).catch(() => undefined)
  await bell.wait(timing.pollMs, ended)
  await pause(timing.restMs, ended)
}

type Turn = { context: LiveContext; lease: Lease; ended: AbortSignal; onProgress: () => void }

/** Takes what there is, then waits for more; returns when somebody else has moved the checkpoint. */
async function follow(unit: Unit, from: Checkpoint, { context, lease, ended, onProgress }: Turn): Promise<void> {
  const { db, reading, timing, metrics, bell, hurry } = context
  if ((await context.continuity.confirm(unit.name)) === 'rewound') return
  let status: Status = from.status
  // The checkpoint was just read, be it after a failure: from there on it counts what the log says now.
  reading.forget()
  const pace = createPace()
  const rest = createRest(timing, { hurry, signal: ended })
  const following: Following = {
    db,
    store: skipping(reading, await context.skipped(unit.name)),
    types: unit.types,
    write: ofTheSameLog(unit, observed(unit.name, unit.live(lease.isHeld), metrics), context),
    pace,
    signal: ended,
    report: (_to, isLast) => ({
      status: isLast ? 'live' : 'catching-up',
      eventsPerSecond: pace.speed().eventsPerSecond,
    }),
    onPage(page) {
      status = page.isLast ? 'live' : 'catching-up'
      metrics?.page(unit.name, { events: page.events, seconds: page.ms / 1_000 })
      rest.looked(page.looked)
      onProgress()
    },
  }
  let at: Mark = from
  while (!ended.aborted) {
    rest.begin()
    const reached = await catchUp(following, at)
    rest.end()
    if (reached.at === at && (await context.continuity.confirm(unit.name)) === 'rewound') return
    at = reached.at
    if (reached.outcome !== 'at-end') return pause(timing.restMs, ended)
    if (status !== 'live') await markCheckpoint(db, at, { status: 'live' })
    status = 'live'
    await bell.wait(timing.pollMs, ended)
    await rest.take()
    pace.start()
  }
}

/** Compares before the first page after an interruption is written: it may have come from another log. */
function ofTheSameLog(unit: Unit, write: WritePage, { continuity, interruptions }: LiveContext): WritePage {
  let compared = interruptions()
  return async (...page) => {
    const now = interruptions()
    if (now !== compared && (await continuity.confirmNow(unit.name)) === 'rewound') return undefined
    compared = now
    return write(...page)
  }
}

function observed(name: string, write: WritePage, metrics: FollowerMetrics | undefined): WritePage {
  return async (db, page, move) => {
    const startedAt = performance.now()
    const moved = await write(db, page, move)
    if (moved !== undefined) metrics?.wrote(name, { events: page.events, startedAt })
    return moved
  }
}
