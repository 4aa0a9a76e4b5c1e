import { OperatorError } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import type { EventStore } from '../event-store.ts'
import { openEventStoreDb } from '../eventstoredb/event-store.ts'
import type { EventStoreDbSettings } from '../eventstoredb/connection/url.ts'
import { shopsEvents, type ShopsEvents } from '../ownership/shops-events.ts'
import { shopIdentityEvents, type OwnershipRecord } from './events.ts'
import { readLoggedOwnership, recordOwnership } from './logged-ownership.ts'
import { describeShop } from './ownership.ts'

export type CopyClaim = {
  settings: EventStoreDbSettings
  ownership: OwnershipRecord
  from: Pick<EventStore, 'readAll'>
  /** The rule for which events in the target belong to a shop. */
  shops: ShopsEvents
}

/**
 * Runs before a copy: writes this shop's ownership into the target, so that no other shop starts using it during the copy.
 * @throws OperatorError where the target belongs to another shop, or holds the events of a shop that has no identity
 *   yet
 * @throws EngineUnavailable
 */
export async function claimCopy({ settings, ownership, from, shops }: CopyClaim): Promise<void> {
  const store = openEventStoreDb({ settings, shops: shopsEvents(shopIdentityEvents) })
  const events = openEventStoreDb({ settings, shops })
  try {
    const logged = await readLoggedOwnership(store)
    if (logged.current !== undefined && logged.current.shopId !== ownership.shopId)
      throw ofAnotherShop(describeShop(logged.current), ownership)
    if (logged.current !== undefined) return
    if (await holdsOthers(events, from))
      throw ofAnotherShop('a shop that has not been started with this release', ownership)
    await recordOwnership({ store, newId }, ownership, logged)
  } finally {
    await store.close()
    await events.close()
  }
}

/**
 * Whether the target holds events of a shop, other than a copy of this shop's first event: an earlier release may have
 * started the copy.
 */
async function holdsOthers(there: EventStore, from: Pick<EventStore, 'readAll'>): Promise<boolean> {
  if ((await there.head()) === 0) return false
  const [first] = (await from.readAll(0, { limit: 1 })).events
  const [found] = first === undefined ? [] : await there.readPlaces([first])
  return found === undefined || found.id !== first?.id
}

function ofAnotherShop(owner: string, own: OwnershipRecord): OperatorError {
  return new OperatorError(
    `the EventStoreDB of --to belongs to another shop: its log is that of ${owner}, this shop is ${describeShop(own)}`,
    'Use another EventStoreDB.',
  )
}
