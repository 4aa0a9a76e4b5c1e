import { byteBudget } from '../../async/byte-budget.ts'
import {
  coveredBy,
  type EventRef,
  type Page,
  type Position,
  type RecordedEvent,
} from '../../event-store/event-store.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'

/** Reads a page of the log. */
export type ReadPage = (after: Position, limit: number) => Promise<Page>

/** Enough for subscriptions that poll at different times; one that is further behind gets a window of its own. */
const mostEvents = 2_000

/** A page, and where the page before it ended. */
type Segment = Page & { after: Position }

/** A contiguous part of the log, held as the pages that were read one after the other: each event after `from`, up to `to`. */
export class LogWindow {
  #from: Position
  #segments: Segment[] = []
  /** True where positions count events, so that a page is as long as requested; otherwise any length is correct. */
  #isCounting = true
  /** Whether the last page that was read ended by its bytes, before it was as long as requested. */
  #isCut = false
  #growing: Promise<void> | undefined
  to: Position
  /** The number of notifications received when the log was seen to end at `to`; -1 where the last page was full. */
  endSeenAfter = -1

  constructor(from: Position) {
    this.#from = from
    this.to = from
  }

  /** Whether the window holds what follows this position, up to its own end. */
  reaches(after: Position): boolean {
    return after >= this.#from && after <= this.to
  }

  isEnough(after: Position, limit: number): boolean {
    return this.#isCounting && !this.#isCut ? this.to >= after + limit : this.to > after
  }

  /** Resolves when the window has grown by at most `limit` positions, or ends where the log ends. Concurrent callers share one read. */
  grow(read: ReadPage, { limit, notifications }: { limit: number; notifications: number }): Promise<void> {
    this.#growing ??= this.#read(read, limit, notifications).finally(() => (this.#growing = undefined))
    return this.#growing
  }

  async #read(read: ReadPage, limit: number, notifications: number): Promise<void> {
    const page = await read(this.to, limit)
    this.endSeenAfter = page.isFull ? -1 : notifications
    this.#isCut = page.isFull && page.position < this.to + limit
    if (page.position > this.to) this.#add(page)
  }

  /** The events that follow this position, within the budget of a page. */
  page(after: Position, { limit, isAtEnd }: { limit: number; isAtEnd: boolean }): Page {
    const segments = this.#segmentsAfter(after)
    const bytes = sumOf(segments, bytesOf)
    const page = this.#isCounting ? countedPage(segments, after + limit) : sparsePage(segments, after, limit)
    const { position = this.to, last, own } = page
    const events = eventsIn(segments, after, position)
    return { events, position, isFull: position < this.to || !isAtEnd, own, last, bytes }
  }

  #segmentsAfter(after: Position): Segment[] {
    let bytes = 0
    const following = this.#segments.filter(({ position }) => position > after)
    return following.filter((segment, i) => (bytes += bytesOf(segment)) <= byteBudget.page || i === 0)
  }

  /** The size of the events that it holds, in bytes. */
  get bytes(): number {
    return sumOf(this.#segments, bytesOf)
  }

  /** Drops the events that were read. Where the window ends remains known, so that readers at its end still share it. */
  dropEvents(): void {
    this.#dropFirst(this.#segments.findLastIndex((segment) => !isEmpty(segment)) + 1)
  }

  #add(page: Page): void {
    this.#isCounting = page.own === undefined
    const previous = this.#segments.at(-1)
    const after = previous && isEmpty(previous) ? previous.after : this.to
    if (after !== this.to) this.#segments.pop()
    this.#segments.push({ ...page, after, last: page.last ?? previous?.last, foreign: undefined })
    this.to = page.position
    while (this.#hasTooMany()) this.#dropFirst(1)
  }

  #hasTooMany(): boolean {
    const [, ...others] = this.#segments
    if (others.length === 0) return false
    const covered = sumOf(others, (segment) => coveredBy(segment, segment.after))
    return covered >= mostEvents || this.bytes > byteBudget.cachedPages
  }

  #dropFirst(count: number): void {
    this.#segments.splice(0, count)
    this.#from = this.#segments[0]?.after ?? this.to
  }
}

type Bounds = { position?: Position | undefined; last?: EventRef | undefined; own?: EventRef[] }

/** Positions count events: the page ends with the position `most`, or where the segments end. */
function countedPage(segments: readonly Segment[], most: Position): Bounds {
  const end = segments.at(-1)?.position
  if (end === undefined || end <= most) return { position: end, last: segments.findLast(({ last }) => last)?.last }
  const newest = segments.flatMap(({ events }) => events).findLast(({ position }) => position <= most)
  return { position: most, last: newest && refOf(newest) }
}

/** Positions do not count events: the page ends with the event of number `limit`, or where the segments end. */
function sparsePage(segments: readonly Segment[], after: Position, limit: number): Bounds {
  const following = segments.flatMap(({ own = [] }) => own).filter(({ position }) => position > after)
  const own = following.slice(0, limit)
  const last = own.at(-1)
  return { position: following.length > limit ? last?.position : segments.at(-1)?.position, last, own }
}

function eventsIn(segments: readonly Segment[], after: Position, to: Position): RecordedEvent[] {
  return segments.flatMap(({ events }) => events).filter(({ position }) => position > after && position <= to)
}

function isEmpty({ events, own = [] }: Segment): boolean {
  return events.length === 0 && own.length === 0
}

function bytesOf({ bytes = 0 }: Segment): number {
  return bytes
}

function sumOf(segments: readonly Segment[], size: (segment: Segment) => number): number {
  return segments.reduce((sum, segment) => sum + size(segment), 0)
}
