import { EngineUnavailable } from '#core/domain/errors.ts'
import type { EventStore } from '#core/event-store/event-store.ts'
import { silentLog } from '#core/telemetry/log.ts'
import { createProjectionOperations, type ProjectionOperations } from '#core/projections/admin/operations.ts'
import { allProjections } from '#modules/shop/manifests.ts'
import type { TestShop } from '../shop/shop.ts'

/** A store that is unavailable after its first page, so that work on the log waits until it is stopped. */
export function unavailableAfter(store: EventStore, limit: number): EventStore {
  return {
    ...store,
    async readAll(after, how) {
      if (after > 0) throw new EngineUnavailable('event store', { outcome: 'none' })
      return store.readAll(after, { ...how, limit })
    },
  }
}

/** Operations next to a running shop, as in another process, whose work waits for the log. */
export function waitingOperations({ shop }: TestShop): ProjectionOperations {
  const { database, store, searchIndex } = shop.infrastructure
  return createProjectionOperations({
    db: database.db,
    store: unavailableAfter(store, 1),
    searchIndex,
    projections: allProjections,
    log: silentLog,
  })
}
