import { byteBudget } from '../../async/byte-budget.ts'
import type { Page, Position } from '../../event-store/event-store.ts'
import { LogWindow, type ReadPage } from './log-window.ts'

/** One for the head of the log, and some for subscriptions that are behind, such as replays. */
const mostWindows = 4

/**
 * The parts of the log that subscriptions read at the moment, read and decoded once: subscriptions at different positions
 * each take the events that they have not seen. While a window grows, all that wait for its next page share the read.
 */
export class LogCache {
  readonly #read: ReadPage
  #notifications = 0
  /** The least recently read first. */
  #windows: LogWindow[] = []

  constructor(read: ReadPage) {
    this.#read = read
  }

  /** New events may have been appended, so an end of the log that was seen before is no longer valid. */
  notify(): void {
    this.#notifications += 1
  }

  /** Drops everything, including what is being read now: the log may be an older one, restored from a backup. */
  clear(): void {
    this.#windows = []
  }

  /** Drops the events that were read before. */
  dropEvents(): void {
    for (const window of this.#windows) window.dropEvents()
  }

  /** The next page after this position. It is shorter than `limit` only where the log ends, or where positions do not count events. */
  async read(after: Position, limit: number): Promise<Page> {
    const since = this.#notifications
    for (let hasRead = false; ; hasRead = true) {
      const window = this.#windowAt(after)
      const isAtEnd = window.endSeenAfter >= since && (hasRead || window.to > after)
      if (isAtEnd || window.isEnough(after, limit)) return window.page(after, { limit, isAtEnd })
      await this.#grow(window, limit)
    }
  }

  async #grow(window: LogWindow, limit: number): Promise<void> {
    try {
      await window.grow(this.#read, { limit, notifications: this.#notifications })
    } catch (error) {
      // After a failure the log may be an older one, so nothing that was cached is reused.
      this.clear()
      throw error
    }
    this.#evictOthers(window)
  }

  /** Drops the least recently read windows while there are more bytes than the budget allows; never the one just read. */
  #evictOthers(window: LogWindow): void {
    for (const other of this.#windows.filter((one) => one !== window)) {
      if (sumOfBytes(this.#windows) <= byteBudget.cachedPages) return
      this.#windows = this.#windows.filter((one) => one !== other)
    }
  }

  /** The window that holds what follows this position, or a new one. */
  #windowAt(after: Position): LogWindow {
    const found = this.#windows.filter((window) => window.reaches(after))
    const window = found.reduce((best, next) => (next.to > best.to ? next : best), found[0] ?? new LogWindow(after))
    this.#windows = [...this.#windows.filter((other) => other !== window), window].slice(-mostWindows)
    return window
  }
}

function sumOfBytes(windows: readonly LogWindow[]): number {
  return windows.reduce((sum, { bytes }) => sum + bytes, 0)
}
