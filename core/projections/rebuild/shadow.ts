import type { Db } from '../../database/database.ts'
import { Rejection } from '../../domain/errors.ts'
import type { BackPressure } from '../../database/load.ts'
import type { EventStore, Position } from '../../event-store/event-store.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'
import type { Log } from '../../telemetry/log.ts'
import type { SearchIndex } from '../../search-index/search-index.ts'
import { catchUp, type Following } from '../follow/catch-up.ts'
import { markCheckpoint, readCheckpoint, type Checkpoint, type Mark } from '../checkpoints/checkpoints.ts'
import { type Report } from '../checkpoints/moves.ts'
import { beyondTheLog } from '../continuity/log-diverged.ts'
import { retryWhileUnavailable, waitingFor } from '../follow/failures.ts'
import type { Leases } from '../follow/leases.ts'
import { progressOf, type PageSize, type Progress } from '../follow/progress.ts'
import { BufferNotWritten, type BufferedSink, type WritePage } from '../sinks/write-page.ts'
import type { SkippedEvents } from '../log/skipping.ts'
import type { Subscription } from '../follow/subscription.ts'

/** Dependencies of builds alongside the live read models. */
export type BuildContext = {
  db: Db
  /** Without a statement timeout, for indexes and comparisons. */
  bulk: Db
  store: EventStore
  searchIndex: SearchIndex
  leases: Leases
  log: Log
  skipped: SkippedEvents
  backPressure: BackPressure
  /** @throws EngineUnavailable while there is no disk space for builds */
  assertRoom: () => void
}

/** A read model that is being built from the log alongside the live one. */
export type Shadow = {
  context: BuildContext
  subscription: Subscription
  /** The log without skipped events. */
  events: Pick<EventStore, 'readAll'>
  /** Identifies its checkpoint: another generation means that another process has taken over. */
  mark: Pick<Mark, 'slot' | 'generation'>
  /** Writes each page at once, as required by the last steps before a swap. */
  write: WritePage
  /** Writes many pages at once. */
  bufferedSink: BufferedSink
  pageSize: PageSize
  signal: AbortSignal
  onProgress?: ((progress: Progress) => void) | undefined
  /** Called with the reason and the remedy, as a sentence, while the work waits for an engine. */
  onWait?: ((reason: string) => void) | undefined
}

/** Reads its checkpoint. @throws Rejection when another process has taken over */
export async function checkpointOf(db: Db, { subscription, mark }: Shadow): Promise<Checkpoint> {
  const found = await readCheckpoint(db, subscription.name, mark.slot)
  if (found?.generation !== mark.generation) throw takenOver(subscription)
  return found
}

export function takenOver(subscription: Subscription): Rejection {
  return new Rejection('conflict', `another process has taken over the work on ${subscription.name}`)
}

/** Retries `work` while an engine is unavailable, and reports that in the log and the checkpoint. */
export function waitingFrom<T>(shadow: Shadow, work: () => Promise<T>): Promise<T> {
  const { context, subscription, signal } = shadow
  return retryWhileUnavailable(signal, work, async (error) => {
    shadow.onWait?.(waitingFor(error).message)
    context.log.error(
      { err: error, subscription: subscription.name },
      'an engine does not answer; the subscription waits for it',
    )
    try {
      const at = await checkpointOf(context.db, shadow)
      await markCheckpoint(context.db, at, { status: at.status, error: waitingFor(error) })
    } catch {
      // The database itself may be unavailable; the log has reported the wait.
    }
  })
}

/** Processes the log up to its head, or up to `until`; waits for unavailable engines. */
export async function fill(shadow: Shadow, until?: Position): Promise<void> {
  const { context, signal } = shadow
  await waitingFrom(shadow, async () => {
    const total = until ?? (await context.store.head())
    for (;;) {
      const from = await checkpointOf(context.db, shadow)
      if (until !== undefined && from.position >= until) return
      const reached = await advance(shadow, from, { total, until })
      signal.throwIfAborted()
      // A page may end early before an undecodable event: the next read then reports that event.
      if (reached.position >= total || reached.position === from.position) return
    }
  })
}

/** As `fill` up to a position. @throws OperatorError where the log ends before it */
export async function fillUpTo(shadow: Shadow, until: Position): Promise<void> {
  await fill(shadow, until)
  if ((await checkpointOf(shadow.context.db, shadow)).position < until)
    throw beyondTheLog(shadow.subscription.name, until)
}

type Bounds = { total: Position; until: Position | undefined }

async function advance(shadow: Shadow, from: Checkpoint, { total, until }: Bounds): Promise<Mark> {
  const { context, subscription, events, pageSize, signal } = shadow
  const following: Following = {
    db: context.db,
    store: events,
    types: subscription.types,
    ...writingOf(shadow, { from: from.position, total }),
    pageSize,
    signal,
    backPressure: context.backPressure,
    report: (to) => reportOf(shadow, { status: from.status, to, total }),
    ...(until === undefined ? {} : { until }),
  }
  try {
    const { outcome, at } = await catchUp(following, from)
    if (outcome === 'superseded') throw takenOver(subscription)
    return at
  } catch (error) {
    if (!(error instanceof BufferNotWritten)) throw error
    return advance(shadow, await checkpointOf(context.db, shadow), { total, until })
  }
}

/** Writes pages, and reports progress once they are stored: what is deferred may be lost. */
function writingOf(shadow: Shadow, { from, total }: { from: Position; total: Position }) {
  const { bufferedSink } = shadow
  let known = from
  const saved = (mark: Mark | undefined) => {
    const stored = bufferedSink.stored()
    if (mark !== undefined && stored !== undefined && stored.position > known) reported(shadow, stored, total)
    known = Math.max(known, stored?.position ?? 0)
    return mark
  }
  return {
    write: async (...page: Parameters<WritePage>) => saved(await bufferedSink.write(...page)),
    flush: async (db: Db) => saved(await bufferedSink.flush(db)),
  }
}

/** Reports that everything up to the mark is stored. */
function reported({ pageSize, onProgress }: Shadow, mark: Mark | undefined, total: Position): Mark | undefined {
  if (mark !== undefined) onProgress?.(progressOf(mark.position, total, pageSize.speed()))
  return mark
}

function reportOf(
  { pageSize }: Shadow,
  { status, to, total }: Pick<Checkpoint, 'status'> & { to: Position; total: Position },
): Report {
  const progress = progressOf(to, total, pageSize.speed())
  return { status, eventsPerSecond: progress.eventsPerSecond, total: progress.total, etaSeconds: progress.etaSeconds }
}

/**
 * Processes the events up to `until` in a transaction of the caller.
 * @throws LogDiverged where the log ends before `until`
 */
export async function foldUpTo(shadow: Shadow, trx: Db, until: Position): Promise<void> {
  const own = await checkpointOf(trx, shadow)
  let at: Mark = own
  while (at.position < until) {
    const page = await shadow.events.readAll(at.position, { limit: 1_000, types: shadow.subscription.types })
    shadow.signal.throwIfAborted()
    if (page.position <= at.position) throw beyondTheLog(shadow.subscription.name, until)
    const to = Math.min(page.position, until)
    const events = page.events.filter((event) => event.position <= to)
    const report = reportOf(shadow, { status: own.status, to, total: until })
    const newest = events.at(-1)
    const last = page.position <= until ? page.last : newest && refOf(newest)
    const moved = reported(shadow, await shadow.write(trx, { events, to, last }, { from: at, report }), until)
    if (moved === undefined) throw takenOver(shadow.subscription)
    at = moved
  }
}
