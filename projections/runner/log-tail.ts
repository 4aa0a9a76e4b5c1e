import { byteBudget } from '#core/byte-budget.ts'
import type { EventRef, Page, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import { refOf } from '#core/event-store/recorded-events.ts'

/** Reads a page of the log. */
export type ReadPage = (after: Position, limit: number) => Promise<Page>

/** Enough for followers that rest at different times; others read by themselves. */
const mostPositions = 2_000

/**
 * The newest part of the log, read and decoded once: followers that are not at the same place take from it what each has
 * not seen, as long as it has not become too many bytes. Only of a log whose positions count its events, as only there a part of a page is known to be whole.
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

  async read(after: Position, limit: number): Promise<Page> {
    const asked = this.#hearings
    for (let hasLooked = false; ; hasLooked = true) {
      const part = this.#part
      if (part?.reaches(after) !== true) return this.#begin(after, limit)
      const isAtEnd = part.endSeenAfter >= asked && (hasLooked || part.to > after)
      if (isAtEnd || part.to >= after + limit) return part.page(after, limit)
      await this.#grown(part, limit)
    }
  }

  async #begin(after: Position, limit: number): Promise<Page> {
    const hearings = this.#hearings
    const forgettings = this.#forgettings
    const page = await this.#read(after, limit)
    const isOfNow = forgettings === this.#forgettings
    const isNewest = page.position > Math.max(after, this.#part?.to ?? 0)
    if (page.looked === undefined && isOfNow && isNewest) {
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

/** Every event after `from`, up to `to`. */
class Part {
  #from: Position
  #events: RecordedEvent[] = []
  #last: EventRef | undefined
  to: Position
  /** Of all events that it has ever held. */
  bytes = 0
  endSeenAfter = -1

  constructor(from: Position) {
    this.#from = from
    this.to = from
  }

  /** Whether what comes after this position is known, as far as it goes; what has become too large is not gone on with. */
  reaches(after: Position): boolean {
    return after >= this.#from && after <= this.to && this.bytes <= byteBudget.keptPages
  }

  page(after: Position, limit: number): Page {
    const position = Math.min(this.to, after + limit)
    const events = this.#events.filter((event) => event.position > after && event.position <= position)
    const newest = events.at(-1)
    const last = position === this.to ? this.#last : newest && refOf(newest)
    return { events, position, isFull: position - after >= limit, last, bytes: this.bytes }
  }

  add({ events, position, last, bytes = 0 }: Page, endSeenAfter: number): void {
    this.#events.push(...events)
    this.bytes += bytes
    this.#last = last ?? this.#last
    this.to = position
    this.endSeenAfter = endSeenAfter
    const from = position - mostPositions
    if (from <= this.#from) return
    this.#from = from
    this.#events = this.#events.filter((event) => event.position > from)
  }
}
