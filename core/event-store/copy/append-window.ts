import type { EventRef } from '../event-store.ts'

/** Appends that were sent together: their last event in the source, their number and their size. */
type Sent = { last: EventRef; appends: number; bytes: number; done: Promise<void> }

/** The limits on unacknowledged appends: their number and their bytes. */
const mostAppends = 512
const mostBytes = 4_000_000

/**
 * The unacknowledged appends of a copy, in order, bounded in number and bytes. What is acknowledged is always a prefix
 * of what was sent.
 */
export class AppendWindow {
  readonly #sent: Sent[] = []
  #appends = 0
  #bytes = 0
  #acknowledged: EventRef | undefined

  /** The target holds the source up to this event; undefined before the first acknowledgement. */
  get acknowledged(): EventRef | undefined {
    return this.#acknowledged
  }

  /**
   * Sends at once if there is room, otherwise after earlier appends are acknowledged. @throws what an earlier one threw
   */
  async send(append: () => Promise<void>, { last, appends, bytes }: Omit<Sent, 'done'>): Promise<void> {
    while (this.#isFullFor(appends, bytes)) await this.#awaitFirst()
    const done = append()
    // Awaited in turn by `#awaitFirst`; until then a rejection must not count as unhandled.
    done.catch(() => undefined)
    this.#appends += appends
    this.#bytes += bytes
    this.#sent.push({ last, appends, bytes, done })
  }

  /** Records that the target already holds everything up to `last`. @throws what an earlier append threw */
  async found(last: EventRef): Promise<void> {
    await this.drain()
    this.#acknowledged = last
  }

  /** Resolves when everything that was sent is acknowledged. @throws what one of the appends threw */
  async drain(): Promise<void> {
    while (this.#sent.length > 0) await this.#awaitFirst()
  }

  /** Waits until no append is in flight, whatever the outcome. */
  async untilIdle(): Promise<void> {
    await Promise.allSettled(this.#sent.map(({ done }) => done))
  }

  #isFullFor(appends: number, bytes: number): boolean {
    if (this.#sent.length === 0) return false
    return this.#appends + appends > mostAppends || this.#bytes + bytes > mostBytes
  }

  async #awaitFirst(): Promise<void> {
    const [first] = this.#sent
    if (first === undefined) return
    await first.done
    this.#sent.shift()
    this.#appends -= first.appends
    this.#bytes -= first.bytes
    this.#acknowledged = first.last
  }
}
