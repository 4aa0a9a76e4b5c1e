import { byteBudget } from '../../async/byte-budget.ts'
import { coveredBy, type Page, type Position, type RecordedEvent } from '../../event-store/event-store.ts'
import { refOf } from '../../event-store/codec/recorded-events.ts'

/** Reads a page of the log. */
export type ReadPage = (after: Position, limit: number) => Promise<Page>

/** Enough for followers that rest at different times; others read by themselves. */
const mostEvents = 2_000

/**
 * The newest part of the log, read and decoded once: followers that are not at the same place take from it what each has
 * not seen. While the part grows, all who wait for it share the reading.
 */
export class LogTail {
  readonly #read: ReadPage
  #hearings = 0
  #forgettings = 0
  #part: Part | undefined
  #growing: Promise<void> | undefined

  constructor(read: ReadPage) {
    this.#read = read
  }

  /** Events may have come: nobody is told of an end that was seen before. */
  heard(): void {
    this.#hearings += 1
  }

  /** The next to read begins with the log itself; what is being read now is not kept either. */
  forget(): void {
    this.#forgettings += 1
    this.#part = undefined
  }

  /** Holds no event any more that was read before. Where it ends remains known, and who reads on from there shares it. */
  dropEvents(): void {
    this.#part?.dropEvents()
  }

  async read(after: Position, limit: number): Promise<Page> {
    const asked = this.#hearings
    for (let hasLooked = false; ; hasLooked = true) {
      const part = this.#part
      if (part?.reaches(after) !== true) return this.#begin(after, limit)
      const isAtEnd = part.endSeenAfter >= asked && (hasLooked || part.to > after)
      if (isAtEnd || part.isEnough(after, limit)) return part.page(after, { limit, isAtEnd })
      await this.#grown(part, limit)
    }
  }

  async #begin(after: Position, limit: number): Promise<Page> {
    const hearings = this.#hearings
    const forgettings = this.#forgettings
    const page = await this.#read(after, limit)
    const isOfNow = forgettings === this.#forgettings
    const isNewest = page.position > Math.max(after, this.#part?.to ?? 0)
    if (isOfNow && isNewest) {
      this.#part = new Part(after)
      this.#part.add(page, endSeen(page, hearings))
    }
    return page
  }

  /** Resolves when it has grown, by `limit` at most, or has been seen to be the log's end. */
  #grown(part: Part, limit: number): Promise<void> {
    this.#growing ??= this.#grow(part, limit).finally(() => (this.#growing = undefined))
    return this.#growing
  }

  async #grow(part: Part, limit: number): Promise<void> {
    const hearings = this.#hearings
    const after = part.to
    try {
      const page = await this.#read(after, limit)
      part.add(page, endSeen(page, hearings))
    } catch (error) {
      // Whoever comes back after a failure may have an older log: what was known is not held against it.
      this.forget()
      throw error
    }
  }
}

/** How often something had been heard when the log was seen to end with this page; -1 where the page was full. */
function endSeen(page: Page, hearings: number): number {
  return page.isFull ? -1 : hearings
}

/** A page, and where the one before it ended. */
type Segment = Page & { after: Position }

/** Every event after `from`, up to `to`, as the pages that were read one after the other. */
class Part {
  #from: Position
  #segments: Segment[] = []
  /** Whether its positions count events, so that a page must be as long as it was asked for; otherwise any length does. */
  #isCounting = true
  to: Position
  endSeenAfter = -1

  constructor(from: Position) {
    this.#from = from
    this.to = from
  }

  /** Whether what comes after this position is known, as far as it goes. */
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
