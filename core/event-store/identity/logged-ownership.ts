import { systemActor } from '../../domain/actor.ts'
import type { NewId } from '../../domain/ids.ts'
import {
  UndecodableEvent,
  type EventStore,
  type ExpectedRevision,
  type RecordedEvent,
  type Revision,
} from '../event-store.ts'
import { eventsOf } from '../codec/typed-events.ts'
import { shopIdentityEvents, shopIdentityStream, type OwnershipRecord } from './events.ts'
import type { LoggedOwnership } from './judge-identity.ts'
import { isSameOwnership } from './ownership.ts'

/** The ownership that the log records, and the expected revision for the next event of its stream. */
export type Logged = LoggedOwnership & { revision: ExpectedRevision }

type Reads = Pick<EventStore, 'readStream'>

/** @throws EngineUnavailable */
export async function readLoggedOwnership(store: Reads): Promise<Logged> {
  const { events, last } = await readableEvents(store)
  const ownerships = eventsOf(shopIdentityEvents, events).map(({ data }) => data)
  const current = ownerships.at(-1)
  const earlierDatabases = ownerships
    .map(({ database }) => database)
    .filter((database) => database !== current?.database)
  return { current, earlierDatabases, revision: last === -1 ? 'no-stream' : last }
}

/** Skips unreadable events: they must not stop every process. */
async function readableEvents(store: Reads): Promise<{ events: RecordedEvent[]; last: Revision }> {
  const events: RecordedEvent[] = []
  let last: Revision = -1
  for (let from = 0; ;) {
    try {
      events.push(...(await store.readStream(shopIdentityStream, { from })))
      return { events, last: Math.max(events.at(-1)?.revision ?? -1, last) }
    } catch (error) {
      if (!(error instanceof UndecodableEvent)) throw error
      last = error.event.revision
      if (last > from) events.push(...(await store.readStream(shopIdentityStream, { from, to: last - 1 })))
      from = last + 1
    }
  }
}

type Recording = { store: Pick<EventStore, 'append'>; newId: NewId }

/** @throws StreamConflict where another shop, or another process, was faster; EngineUnavailable */
export async function recordOwnership(
  { store, newId }: Recording,
  ownership: OwnershipRecord,
  { current, revision }: Logged,
): Promise<void> {
  if (isSameOwnership(ownership, current)) return
  // The first event's id is the shop's id, so that racing processes of one shop write the same event.
  const id = current === undefined ? ownership.shopId : newId()
  const metadata = { correlationId: id, causationId: id, by: systemActor, schemaVersion: 1 }
  const type = current === undefined ? 'ShopIdentified' : 'ShopMoved'
  await store.append(shopIdentityStream, revision, [{ id, type, data: { ...ownership }, metadata }])
}
