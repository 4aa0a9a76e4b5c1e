import { byteBudget } from '../../async/byte-budget.ts'
import { UndecodableEvent, type EventStore, type Page, type Position } from '../../event-store/event-store.ts'
import { LogTail } from './log-tail.ts'

type Reading = Pick<EventStore, 'readAll'>

/** The log as read by the subscriptions of one process: an event that several of them need is read and decoded once. */
export type SharedReading = Reading & {
  /** New events may have arrived: reads that began before are no longer shared. */
  heard(): void
  /** Empties the cache: an older database may have been restored. */
  forget(): void
}

/** Events are cached no longer than this: they contain decrypted personal data, whose keys may be erased meanwhile. */
const keptMs = 5_000

/** `types` are those of all subscriptions; each gets its own, and one with other types reads the log directly. */
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
        // The event may be of a type that only other subscriptions take; a direct read skips it then.
        if (error instanceof UndecodableEvent) return store.readAll(after, { limit, types: own })
        throw error
      }
    },
  }
}

type SharedPage = {
  page: Promise<Page>
  isRead: boolean
  /** Whether the page was ended by its limit rather than by the end of the log. */
  isFull: boolean
  /** The size of its events; 0 until it is read. */
  bytes: number
  notifications: number
}

/** Enough for subscriptions that are a few pages apart. */
const keptPages = 8

/** Caches pages. A full page never changes; one that ended at the end of the log may grow. */
class SharedPages {
  readonly #readAll: (after: Position, limit: number) => Promise<Page>
  readonly #pages = new Map<string, SharedPage>()
  #notifications = 0

  constructor(readAll: (after: Position, limit: number) => Promise<Page>) {
    this.#readAll = readAll
  }

  heard(): void {
    this.#notifications += 1
  }

  forget(): void {
    this.#pages.clear()
  }

  /** Drops all pages except those that are still being read. */
  dropRead(): void {
    for (const [key, { isRead }] of this.#pages) if (isRead) this.#pages.delete(key)
  }

  read(after: Position, limit: number): Promise<Page> {
    const key = `${after} ${limit}`
    const known = this.#pages.get(key)
    if (known !== undefined && (known.isFull || known.notifications === this.#notifications)) return known.page
    const page = this.#readAll(after, limit)
    const shared = { page, isRead: false, isFull: false, bytes: 0, notifications: this.#notifications }
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
