import { byteBudget } from '../../async/byte-budget.ts'
import type { Db } from '../../database/database.ts'
import type { BackPressure } from '../../database/load.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { coveredBy, type EventStore, type Page, type Position } from '../../event-store/event-store.ts'
import type { Mark, Report } from '../checkpoints/checkpoints.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'
import { EventFailure, asEventFailure } from './failures.ts'
import { halvesOf } from '../sinks/in-parts.ts'
import { NotGathered, type BufferedSink } from '../sinks/buffered-sink.ts'
import type { PageSize } from './progress.ts'
import { pause } from './idle-delay.ts'
import type { FoldedPage, WritePage } from '../sinks/write-page.ts'

/** Someone who goes through the log and writes down what it means. */
export type Following = {
  db: Db
  store: Pick<EventStore, 'readAll'>
  types: readonly string[]
  write: WritePage
  /** Writes what `write` has put off, if it puts anything off. */
  settle?: BufferedSink['settle'] | undefined
  pageSize: PageSize
  signal: AbortSignal
  /** What is stored with a move to `to`; `isLast` where the log ended there. */
  report: (to: Position, isLast: boolean) => Report
  /** `scanned`: how many events the page covered, taken or not. */
  onPage?: (page: { events: number; scanned: number; ms: number; isLast: boolean }) => void
  /** Rests after each page, and takes small ones, while callers are many; left out where nobody could wait for it. */
  backPressure?: BackPressure
  /** Goes no further than this position. */
  until?: Position
}

/** Where it ended: at the end of the log, where somebody else had moved the checkpoint, or where it was told to stop. */
export type CaughtUp = { outcome: 'at-end' | 'superseded' | 'stopped'; at: Mark }

/**
 * Takes page after page, from `from` to the end of the log; while one is written the next is being read. What cannot be
 * taken is narrowed down to the event that is to blame.
 * @throws EventFailure with everything before that event written
 * @throws NotGathered where it is worth another try, page by page
 * @throws EngineUnavailable
 */
export async function catchUp(following: Following, from: Mark): Promise<CaughtUp> {
  const { settle, db } = following
  if (settle === undefined) return takePages(following, from)
  try {
    const reached = await takePages(following, from)
    return (await settle(db)) === undefined && reached.at !== from ? { ...reached, outcome: 'superseded' } : reached
  } catch (error) {
    if (error instanceof EventFailure) await settle(db)
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
    const next = await takePage(following, { events: page.events, to: page.position, last: page.last }, { at, isLast })
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

/** The next page, while the last is being written; not after one of so many bytes that one is enough to hold. */
function readAhead(following: Following, { position, isFull, bytes = 0 }: Page): Promise<Page> | undefined {
  if (!isFull || position === following.until || bytes > byteBudget.page / 2) return undefined
  return read(following, position)
}

/** Tells whom it concerns, and rests where there are callers to give way to. */
async function pageDone({ pageSize, onPage, backPressure, signal }: Following, done: Done): Promise<void> {
  const { events, scanned, isLast, positions, startedAt } = done
  const ms = performance.now() - startedAt
  pageSize.done({ events, positions, ms })
  onPage?.({ events, scanned, ms, isLast })
  await pause(backPressure?.delayAfter(ms) ?? 0, signal)
}

/** Positions of a page that gives way: it keeps a process from its callers for a few ms. */
const smallPage = 200

function read({ store, types, pageSize, backPressure }: Following, after: Position): Promise<Page> {
  const limit = backPressure?.isDue() === true ? Math.min(pageSize.limit(), smallPage) : pageSize.limit()
  const page = store.readAll(after, { limit, types })
  // Whoever takes this page meets its failure; until then it must not end the process.
  page.catch(() => undefined)
  return page
}

/** The page that was read, cut at `until`. */
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

/** Writes a page; where that fails, its halves, down to the one event that cannot be taken. */
async function takePage(following: Following, page: FoldedPage, { at, isLast }: Target): Promise<Mark | undefined> {
  const { db, write, report } = following
  try {
    return await write(db, page, { from: at, report: report(page.to, isLast) })
  } catch (error) {
    const [first, ...others] = page.events
    if (first === undefined || error instanceof EngineUnavailable || error instanceof NotGathered) throw error
    if (others.length === 0) throw new EventFailure(first, error)
    const [head, tail] = halvesOf(page)
    const middle = await takePage(following, head, { at, isLast: false })
    return middle && (await takePage(following, tail, { at: middle, isLast }))
  }
}
