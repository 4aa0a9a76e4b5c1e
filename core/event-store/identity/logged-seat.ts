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
import { shopIdentityEvents, shopIdentityStream, type Seat } from './events.ts'
import type { LoggedSeats } from './judge-identity.ts'
import { isSameSeat } from './seat.ts'

/** The ownership that the log records, and the expected revision for the next event of its stream. */
export type Logged = LoggedSeats & { revision: ExpectedRevision }

type Reads = Pick<EventStore, 'readStream'>

/** @throws EngineUnavailable */
export async function readLoggedSeats(store: Reads): Promise<Logged> {
  const { events, last } = await readableEvents(store)
  const seats = eventsOf(shopIdentityEvents, events).map(({ data }) => data)
  const current = seats.at(-1)
  const earlierDatabases = seats.map(({ database }) => database).filter((database) => database !== current?.database)
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
export async function recordSeat(
  { store, newId }: Recording,
  seat: Seat,
  { current, revision }: Logged,
): Promise<void> {
  if (isSameSeat(seat, current)) return
  // The first event's id is the shop's id, so that racing processes of one shop write the same event.
  const id = current === undefined ? seat.shopId : newId()
  const metadata = { correlationId: id, causationId: id, by: systemActor, schemaVersion: 1 }
  const type = current === undefined ? 'ShopIdentified' : 'ShopMoved'
  await store.append(shopIdentityStream, revision, [{ id, type, data: { ...seat }, metadata }])
}
