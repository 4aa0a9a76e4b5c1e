import { START, type RecordedEvent as ClientEvent } from '@eventstore/db-client'
import type { EventStore, Page, Position } from './event-store.ts'
import type { EventStoreDbConnection } from './eventstoredb-connection.ts'
import { positionOf, recordedFrom, storedFrom } from './eventstoredb-events.ts'
import { readPage } from './eventstoredb-read-page.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { pageOf, partedBy, readableOf, refOf } from './recorded-events.ts'

type Asked = Parameters<EventStore['readAll']>[1] & { shops: ShopsEvents }

/** The next events of the shop in `$all` after a position. */
export async function readAll(
  connection: EventStoreDbConnection,
  after: Position,
  { limit, types, shops }: Asked,
): Promise<Page> {
  const seen = await newerThan(connection, after, limit)
  const { own, passedOver } = partedBy(shops, seen.map(storedFrom))
  const wanted = types === undefined ? own : own.filter(({ type }) => types.includes(type))
  const newest = own.at(-1)
  const page = pageOf(readableOf(wanted, recordedFrom), {
    position: positionOf(seen.at(-1)) ?? after,
    isFull: seen.length >= limit,
    last: newest && refOf(newest),
    passedOver,
  })
  return { ...page, looked: own.filter(({ position }) => position <= page.position).length }
}

/** Reading starts with the event at the given place, so one more is asked for and left out. */
async function newerThan(connection: EventStoreDbConnection, after: Position, limit: number): Promise<ClientEvent[]> {
  const place = BigInt(after)
  const from = after === 0 ? START : { commit: place, prepare: place }
  const seen = await readPage(connection, (client, calling) =>
    client.readAll({ ...calling, fromPosition: from, maxCount: limit + 1 }),
  )
  return seen.filter((event) => (positionOf(event) ?? 0) > after).slice(0, limit)
}

/** From inside a record, the server refuses; from beyond the end, it answers with nothing. */
export async function idAt(connection: EventStoreDbConnection, position: Position): Promise<string | undefined> {
  const place = BigInt(position)
  const [event] = await readPage(connection, (client, calling) =>
    client.readAll({ ...calling, fromPosition: { commit: place, prepare: place }, maxCount: 1 }),
  )
  return positionOf(event) === position ? event?.id : undefined
}
