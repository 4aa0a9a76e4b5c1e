import type { EventStore } from '#core/event-store/event-store.ts'

/** A store whose reader can be held with a page in its hands, as a process that was stopped holds it. */
export function heldStore(store: EventStore) {
  let gate: PromiseWithResolvers<void> | undefined
  let reached = Promise.withResolvers<void>()
  return {
    store: {
      ...store,
      async readAll(...asked: Parameters<EventStore['readAll']>) {
        const page = await store.readAll(...asked)
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
    letGo() {
      gate?.resolve()
      gate = undefined
    },
  }
}
