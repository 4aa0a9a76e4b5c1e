import { byteBudget } from '../../async/byte-budget.ts'
import { UndecodableEvent, type EventStore, type Page, type Position } from '../../event-store/event-store.ts'
import { LogTail } from './log-tail.ts'

type Reading = Pick<EventStore, 'readAll'>

/** The log as the followers of one process read it: what several of them are yet to see is read and decoded once. */
export type SharedReading = Reading & {
  /** Events may have come: nobody joins a reading that began before. */
  heard(): void
  /** Nothing that was read so far is handed out any more: the database may have been set back. */
  forget(): void
}

/** What was read is kept no longer: it holds what persons wrote, whose keys may be erased meanwhile. */
const keptMs = 5_000

/** `types` are those of all followers together; each gets its own, and one that takes others reads by itself. */
export function sharedReading(store: Reading, types: readonly string[]): SharedReading {
  const shared = new Set(types)
  const pages = new SharedPages((after, limit) => store.readAll(after, { limit, types }))
  const tail = new LogTail((after, limit) => pages.read(after, limit))
  let dropping: NodeJS.Timeout | undefined

  function forget(): void {
    pages.forget()
    tail.forget()
  }

  function dropEvents(): void {
    dropping = undefined
    pages.dropRead()
    tail.dropEvents()
  }

  return {
    forget,
    heard() {
      pages.heard()
      tail.heard()
    },
    async readAll(after, { limit, types: own = types }) {
      if (own !== types && own.some((type) => !shared.has(type))) return store.readAll(after, { limit, types: own })
      dropping ??= setTimeout(dropEvents, keptMs).unref()
      try {
        const page = await tail.read(after, limit)
        return { ...page, events: page.events.filter(({ type }) => own.includes(type)) }
      } catch (error) {
        // It may be somebody else's event: then it does not stop this one.
        if (error instanceof UndecodableEvent) return store.readAll(after, { limit, types: own })
        throw error
      }
    },
  }
}

type SharedPage = {
  page: Promise<Page>
  isRead: boolean
  /** Read, and ended by its limit rather than by the end of the log. */
  isFull: boolean
  /** Of the events that were read; 0 until then. */
  bytes: number
  hearings: number
}

/** Enough for followers that are a few pages apart. */
const keptPages = 8

/** What is between two positions never changes, and may be kept; a page that the log's end has cut off may grow. */
class SharedPages {
  readonly #readAll: (after: Position, limit: number) => Promise<Page>
  readonly #pages = new Map<string, SharedPage>()
  #hearings = 0

  constructor(readAll: (after: Position, limit: number) => Promise<Page>) {
    this.#readAll = readAll
  }

  heard(): void {
    this.#hearings += 1
  }

  forget(): void {
    this.#pages.clear()
  }

  /** Those that are still being read stay. */
  dropRead(): void {
    for (const [key, { isRead }] of this.#pages) if (isRead) this.#pages.delete(key)
  }

  read(after: Position, limit: number): Promise<Page> {
    const key = `${after} ${limit}`
    const known = this.#pages.get(key)
    if (known !== undefined && (known.isFull || known.hearings === this.#hearings)) return known.page
    const page = this.#readAll(after, limit)
    const shared = { page, isRead: false, isFull: false, bytes: 0, hearings: this.#hearings }
    this.#pages.set(key, shared)
    this.#forgetOldest()
    void this.#settle(key, shared, after)
    return page
  }

  async #settle(key: string, shared: SharedPage, after: Position): Promise<void> {
    const page = await shared.page.catch(() => undefined)
    shared.isRead = true
    shared.isFull = page?.isFull === true
    shared.bytes = page?.bytes ?? 0
    const isWorthKeeping = page !== undefined && page.position > after
    if (!isWorthKeeping && this.#pages.get(key) === shared) this.#pages.delete(key)
    this.#forgetOldest()
  }

  #forgetOldest(): void {
    let bytes = 0
    for (const page of this.#pages.values()) bytes += page.bytes
    for (const [oldest, page] of this.#pages) {
      if (this.#pages.size <= keptPages && bytes <= byteBudget.keptPages) return
      this.#pages.delete(oldest)
      bytes -= page.bytes
    }
  }
}
