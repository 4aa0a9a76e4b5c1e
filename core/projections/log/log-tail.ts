import { byteBudget } from '../../async/byte-budget.ts'
import { coveredBy, type Page, type Position, type RecordedEvent } from '../../event-store/event-store.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'

/** Reads a page of the log. */
export type ReadPage = (after: Position, limit: number) => Promise<Page>

/** Enough for subscriptions that poll at different times; those further behind read the log directly. */
const mostEvents = 2_000

/**
 * Caches the newest part of the log, read and decoded once. Subscriptions at different positions each take the events
 * that they have not seen. While the part grows, all that wait for it share the read.
 */
export class LogTail {
  readonly #read: ReadPage
  #notifications = 0
  #resets = 0
  #part: Part | undefined
  #growing: Promise<void> | undefined

  constructor(read: ReadPage) {
    this.#read = read
  }

  /** New events may have arrived, so a cached end of the log is no longer valid. */
  heard(): void {
    this.#notifications += 1
  }

  /** Empties the cache; a read in flight is not cached either. */
  forget(): void {
    this.#resets += 1
    this.#part = undefined
  }

  /** Drops the cached events. The end of the part remains known, so that reads from there are still shared. */
  dropEvents(): void {
    this.#part?.dropEvents()
  }

  async read(after: Position, limit: number): Promise<Page> {
    const since = this.#notifications
    for (let hasRead = false; ; hasRead = true) {
      const part = this.#part
      if (part?.reaches(after) !== true) return this.#begin(after, limit)
      const isAtEnd = part.endSeenAfter >= since && (hasRead || part.to > after)
      if (isAtEnd || part.isEnough(after, limit)) return part.page(after, { limit, isAtEnd })
      await this.#grown(part, limit)
    }
  }

  async #begin(after: Position, limit: number): Promise<Page> {
    const notifications = this.#notifications
    const resets = this.#resets
    const page = await this.#read(after, limit)
    const isOfNow = resets === this.#resets
    const isNewest = page.position > Math.max(after, this.#part?.to ?? 0)
    if (isOfNow && isNewest) {
      this.#part = new Part(after)
      this.#part.add(page, endSeen(page, notifications))
    }
    return page
  }

  /** Resolves when the part has grown by at most `limit`, or was found to reach the end of the log. */
  #grown(part: Part, limit: number): Promise<void> {
    this.#growing ??= this.#grow(part, limit).finally(() => (this.#growing = undefined))
    return this.#growing
  }

  async #grow(part: Part, limit: number): Promise<void> {
    const notifications = this.#notifications
    const after = part.to
    try {
      const page = await this.#read(after, limit)
      part.add(page, endSeen(page, notifications))
    } catch (error) {
      // After a failure the log may be an older one (a restored backup), so nothing that was cached is reused.
      this.forget()
      throw error
    }
  }
}

/** The number of notifications before the log was found to end with this page; -1 where the page was full. */
function endSeen(page: Page, notifications: number): number {
  return page.isFull ? -1 : notifications
}

/** A page, and the position that it was read after. */
type Segment = Page & { after: Position }

/** All events after `from` up to `to`, as consecutive pages. */
class Part {
  #from: Position
  #segments: Segment[] = []
  /** Whether positions count events: then a page must have the requested length, otherwise any length will do. */
  #isCounting = true
  to: Position
  endSeenAfter = -1

  constructor(from: Position) {
    this.#from = from
    this.to = from
  }

  /** Whether the events after this position are cached, up to `to`. */
  reaches(after: Position): boolean {
    return after >= this.#from && after <= this.to
  }

  isEnough(after: Position, limit: number): boolean {
    return this.#isCounting ? this.to >= after + limit : this.to > after
  }

  page(after: Position, { limit, isAtEnd }: { limit: number; isAtEnd: boolean }): Page {
    if (this.#isCounting) return this.#countedPage(after, after + limit)
    const rest = this.#segments.filter(({ position }) => position > after)
    const behind = rest.flatMap(({ own = [] }) => own).filter((one) => one.position > after)
    const own = behind.slice(0, limit)
    const position = behind.length > limit ? (own.at(-1)?.position ?? this.to) : this.to
    const events = eventsIn(rest, after, position)
    const isFull = position < this.to || !isAtEnd
    return { events, position, isFull, own, last: own.at(-1), bytes: sumOf(rest, bytesOf) }
  }

  #countedPage(after: Position, most: Position): Page {
    const rest = this.#segments.filter((segment) => segment.position > after)
    const position = Math.min(this.to, most)
    const events = eventsIn(rest, after, position)
    const newest = events.at(-1)
    const last = position === this.to ? rest.findLast((segment) => segment.last)?.last : newest && refOf(newest)
    return { events, position, isFull: position >= most, last, bytes: sumOf(rest, bytesOf) }
  }

  add(page: Page, endSeenAfter: number): void {
    this.endSeenAfter = endSeenAfter
    if (page.position <= this.to) return
    this.#isCounting = page.own === undefined
    const before = this.#segments.at(-1)
    const after = before && isEmpty(before) ? before.after : this.to
    if (after !== this.to) this.#segments.pop()
    this.#segments.push({ ...page, after, last: page.last ?? before?.last, passedOver: undefined })
    this.to = page.position
    while (this.#hasTooMany()) this.#dropFirst(1)
  }

  dropEvents(): void {
    this.#dropFirst(this.#segments.findLastIndex((segment) => !isEmpty(segment)) + 1)
  }

  #hasTooMany(): boolean {
    const [, ...others] = this.#segments
    if (others.length === 0) return false
    const covered = sumOf(others, (segment) => coveredBy(segment, segment.after))
    return covered >= mostEvents || sumOf(this.#segments, bytesOf) > byteBudget.keptPages
  }

  #dropFirst(count: number): void {
    this.#segments.splice(0, count)
    this.#from = this.#segments[0]?.after ?? this.to
  }
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
