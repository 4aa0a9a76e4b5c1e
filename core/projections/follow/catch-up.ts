import { byteBudget } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import type { BackPressure } from '../../database/load.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { coveredBy, type EventStore, type Page, type Position } from '../../event-store/event-store.ts'
import type { Mark } from '../checkpoints/checkpoints.ts'
import type { Report } from '../checkpoints/moves.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'
import { EventFailure, asEventFailure } from './failures.ts'
import { halvesOf } from '../sinks/in-parts.ts'
import type { PageSize } from './progress.ts'
import { pause } from './idle-delay.ts'
import { BufferNotWritten, type BufferedSink, type FoldedPage, type WritePage } from '../sinks/write-page.ts'

/** How a subscription or a build reads the log and writes its pages. */
export type Following = {
  db: Db
  store: Pick<EventStore, 'readAll'>
  types: readonly string[]
  write: WritePage
  /** Stores what `write` has deferred, where it defers anything. */
  flush?: BufferedSink['flush'] | undefined
  pageSize: PageSize
  signal: AbortSignal
  /** The report to store with a move to `to`; `isLast` where the log ended there. */
  report: (to: Position, isLast: boolean) => Report
  /** `scanned`: how many events the page covered, of any type. */
  onPage?: (page: { events: number; scanned: number; ms: number; isLast: boolean }) => void
  /** Under load, pauses after each page and reads small ones; left out where the work cannot wait. */
  backPressure?: BackPressure
  /** Stops at this position. */
  until?: Position
}

/** Why it ended: at the end of the log, because another process moved the checkpoint, or because it was stopped. */
export type CaughtUp = { outcome: 'at-end' | 'superseded' | 'stopped'; at: Mark }

/**
 * Processes pages from `from` to the end of the log; while one is written, the next is read. A page that fails is
 * narrowed down to the event that causes the failure.
 * @throws EventFailure after everything before that event has been written
 * @throws BufferNotWritten where a retry that writes each page may succeed
 * @throws EngineUnavailable
 */
export async function catchUp(following: Following, from: Mark): Promise<CaughtUp> {
  const { flush, db } = following
  if (flush === undefined) return takePages(following, from)
  try {
    const reached = await takePages(following, from)
    return (await flush(db)) === undefined && reached.at !== from ? { ...reached, outcome: 'superseded' } : reached
  } catch (error) {
    // What is being written must be confirmed even so: another process may have moved the checkpoint.
    const flushed = flush(db)
    if (error instanceof EventFailure) await flushed
    else await flushed.catch(() => undefined)
    throw error
  }
}

async function takePages(following: Following, from: Mark): Promise<CaughtUp> {
  let at = from
  let reading: Promise<Page> = read(following, at.position)
  while (!following.signal.aborted) {
    const startedAt = performance.now()
    const page = await nextPage(following, reading)
    if (page.position <= at.position) return { outcome: 'at-end', at }
    const isLast = !page.isFull || page.position === following.until
    const ahead = readAhead(following, page)
    const folded = { events: page.events, to: page.position, last: page.last, atOnce: isLast }
    const next = await takePage(following, folded, { at, isLast })
    if (next === undefined) return { outcome: 'superseded', at }
    const scanned = coveredBy(page, at.position)
    const positions = page.position - at.position
    await pageDone(following, { events: page.events.length, scanned, isLast, positions, startedAt })
    at = next
    if (isLast) return { outcome: 'at-end', at }
    reading = ahead ?? read(following, at.position)
  }
  return { outcome: 'stopped', at }
}

type Done = { events: number; scanned: number; isLast: boolean; positions: number; startedAt: number }

/** Reads the next page while this one is written, unless this one is so large that two would take too much memory. */
function readAhead(following: Following, { position, isFull, bytes = 0 }: Page): Promise<Page> | undefined {
  if (!isFull || position === following.until || bytes > byteBudget.page / 2) return undefined
  return read(following, position)
}

/** Reports the page, and applies back-pressure. */
async function pageDone({ pageSize, onPage, backPressure, signal }: Following, done: Done): Promise<void> {
  const { events, scanned, isLast, positions, startedAt } = done
  const ms = performance.now() - startedAt
  pageSize.done({ events, positions, ms })
  onPage?.({ events, scanned, ms, isLast })
  await pause(backPressure?.delayAfter(ms) ?? 0, signal)
}

/** The positions of a page under load: it occupies the process for a few milliseconds only. */
const smallPage = 200

function read({ store, types, pageSize, backPressure }: Following, after: Position): Promise<Page> {
  const limit = backPressure?.isDue() === true ? Math.min(pageSize.limit(), smallPage) : pageSize.limit()
  const page = store.readAll(after, { limit, types })
  // The rejection is handled when the page is awaited; until then it must not end the process.
  page.catch(() => undefined)
  return page
}

/** The page that was read, truncated at `until`. */
async function nextPage({ until }: Following, reading: Promise<Page>): Promise<Page> {
  const page = await reading.catch((error: unknown) => {
    const failure = asEventFailure(error)
    if (until === undefined || !(failure instanceof EventFailure) || failure.event.position <= until) throw failure
    return { events: [], position: until, isFull: false, last: undefined }
  })
  if (until === undefined || page.position <= until) return page
  const events = page.events.filter((event) => event.position <= until)
  const newest = events.at(-1)
  return { events, position: until, isFull: false, last: newest && refOf(newest) }
}

type Target = { at: Mark; isLast: boolean }

/** Writes a page; if that fails, its halves, down to the one event that cannot be processed. */
async function takePage(following: Following, page: FoldedPage, { at, isLast }: Target): Promise<Mark | undefined> {
  const { db, write, report } = following
  try {
    return await write(db, page, { from: at, report: report(page.to, isLast) })
  } catch (error) {
    const [first, ...others] = page.events
    if (first === undefined || error instanceof EngineUnavailable || error instanceof BufferNotWritten) throw error
    if (others.length === 0) throw new EventFailure(first, error)
    const [head, tail] = halvesOf({ ...page, atOnce: true })
    const middle = await takePage(following, head, { at, isLast: false })
    return middle && (await takePage(following, tail, { at: middle, isLast }))
  }
}
