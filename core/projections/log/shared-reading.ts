import { UndecodableEvent, type EventStore } from '../../event-store/event-store.ts'
import { LogCache } from './log-cache.ts'

type Reading = Pick<EventStore, 'readAll'>

/** The log as read by the subscriptions of one process: an event that several of them need is read and decoded once. */
export type SharedReading = Reading & {
  /** New events may have arrived: reads that began before are no longer shared. */
  notify(): void
  /** Empties the cache: an older database may have been restored. */
  clear(): void
}

/** Events are cached no longer than this: they contain decrypted personal data, whose keys may be erased. */
const retentionMs = 5_000

/** `types` are those of all subscriptions; each gets its own, and one with other types reads the log directly. */
export function sharedReading(store: Reading, types: readonly string[]): SharedReading {
  const shared = new Set(types)
  const cache = new LogCache((after, limit) => store.readAll(after, { limit, types }))
  let dropping: NodeJS.Timeout | undefined

  function dropEvents(): void {
    dropping = undefined
    cache.dropEvents()
  }

  return {
    clear: () => cache.clear(),
    notify: () => cache.notify(),
    async readAll(after, { limit, types: own = types }) {
      if (own !== types && own.some((type) => !shared.has(type))) return store.readAll(after, { limit, types: own })
      dropping ??= setTimeout(dropEvents, retentionMs).unref()
      try {
        const page = await cache.read(after, limit)
        return { ...page, events: page.events.filter(({ type }) => own.includes(type)) }
      } catch (error) {
        // The event may be of a type that only other subscriptions take; a direct read skips it then.
        if (error instanceof UndecodableEvent) return store.readAll(after, { limit, types: own })
        throw error
      }
    },
  }
}
