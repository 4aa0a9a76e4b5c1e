import type { EventStore } from '#core/event-store/event-store.ts'

/** A store whose `readAll` can be paused after it has read a page, as in a process that is suspended. */
export function heldStore(store: EventStore) {
  let gate: PromiseWithResolvers<void> | undefined
  let reached = Promise.withResolvers<void>()
  return {
    store: {
      ...store,
      async readAll(...parameters: Parameters<EventStore['readAll']>) {
        const page = await store.readAll(...parameters)
        if (gate !== undefined && page.events.length > 0) {
          reached.resolve()
          await gate.promise
        }
        return page
      },
    } satisfies EventStore,
    hold() {
      gate = Promise.withResolvers<void>()
      reached = Promise.withResolvers<void>()
      return reached.promise
    },
    release() {
      gate?.resolve()
      gate = undefined
    },
  }
}
