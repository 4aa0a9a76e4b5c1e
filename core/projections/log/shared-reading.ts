import { UndecodableEvent, type EventStore } from '../../event-store/event-store.ts'
import { LogCache } from './log-cache.ts'

type Reading = Pick<EventStore, 'readAll'>

/** The log as the subscriptions of one process read it: what several of them have yet to see is read and decoded once. */
export type SharedReading = Reading & {
  /** New events may have been appended: no caller shares a read that began before. */
  notify(): void
  /** Drops all that was read: the log may be an older one, restored from a backup. */
  forget(): void
}

/** Events hold personal data whose keys may be erased meanwhile, so they are not kept for longer. */
const keptMs = 5_000

/**
 * `types` are those of all subscriptions together. Each gets only its own; one that takes other types reads the log
 * directly.
 */
export function sharedReading(store: Reading, types: readonly string[]): SharedReading {
  const shared = new Set(types)
  const cache = new LogCache((after, limit) => store.readAll(after, { limit, types }))
  let dropping: NodeJS.Timeout | undefined

  function dropEvents(): void {
    dropping = undefined
    cache.dropEvents()
  }

  return {
    forget: () => cache.forget(),
    notify: () => cache.notify(),
    async readAll(after, { limit, types: own = types }) {
      if (own !== types && own.some((type) => !shared.has(type))) return store.readAll(after, { limit, types: own })
      dropping ??= setTimeout(dropEvents, keptMs).unref()
      try {
        const page = await cache.read(after, limit)
        return { ...page, events: page.events.filter(({ type }) => own.includes(type)) }
      } catch (error) {
        // The event may be of a type that only other subscriptions take: it must not stop this one.
        if (error instanceof UndecodableEvent) return store.readAll(after, { limit, types: own })
        throw error
      }
    },
  }
}
