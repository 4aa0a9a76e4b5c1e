import type { EventRef } from '../event-store.ts'

/** Appends that were sent together: their last event in the source, how many they are, and their size. */
type Sent = { last: EventRef; appends: number; bytes: number; done: Promise<void> }

/** How many appends, and how many bytes of them, may be unanswered. */
const mostAppends = 512
const mostBytes = 4_000_000

/**
 * Appends of a copy that were sent and are not answered yet, in their order. Bounded in number and bytes. What was
 * acknowledged is always a prefix of what was sent.
 */
export class AppendWindow {
  readonly #sent: Sent[] = []
  #appends = 0
  #bytes = 0
  #acknowledged: EventRef | undefined

  /** Everything in the source up to this event is in the target; undefined before the first answer. */
  get acknowledged(): EventRef | undefined {
    return this.#acknowledged
  }

  /** Sends at once where there is room, otherwise after earlier ones were answered. @throws what an earlier one threw */
  async send(append: () => Promise<void>, { last, appends, bytes }: Omit<Sent, 'done'>): Promise<void> {
    while (this.#isFullFor(appends, bytes)) await this.#awaitFirst()
    const done = append()
    // It is looked at in its turn; until then its failure is nobody's.
    done.catch(() => undefined)
    this.#appends += appends
    this.#bytes += bytes
    this.#sent.push({ last, appends, bytes, done })
  }

  /** The target was seen to hold everything up to `last`. @throws what an earlier append threw */
  async found(last: EventRef): Promise<void> {
    await this.drain()
    this.#acknowledged = last
  }

  /** Resolves when everything that was sent is acknowledged. @throws what one of them threw */
  async drain(): Promise<void> {
    while (this.#sent.length > 0) await this.#awaitFirst()
  }

  /** Waits until nothing is under way any more, whatever becomes of it. */
  async settle(): Promise<void> {
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
