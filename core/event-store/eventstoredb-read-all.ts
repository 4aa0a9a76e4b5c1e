import { START, type RecordedEvent as ClientEvent } from '@eventstore/db-client'
import { byteBudget, weigh } from '../byte-budget.ts'
import { PositionNotInLog, type EventStore, type ForeignEvent, type Page, type Position } from './event-store.ts'
import type { EventStoreDbConnection } from './eventstoredb-connection.ts'
import { positionOf, recordedFrom, storedFrom } from './eventstoredb-events.ts'
import { asFailureAt } from './eventstoredb-failure.ts'
import { enoughMs, readEach, readPage } from './eventstoredb-read-page.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { pageOf, partedBy, readableOf, refOf, type StoredEvent } from './recorded-events.ts'

type Asked = Parameters<EventStore['readAll']>[1] & { shops: ShopsEvents }

/**
 * The next events of the shop in `$all` after a position. What is not wanted is dropped while it is read; the page ends
 * before its limit where what is wanted has `byteBudget.page` bytes, or where reading has taken long.
 */
export async function readAll(connection: EventStoreDbConnection, after: Position, asked: Asked): Promise<Page> {
  const { types } = asked
  const { own, ...newer } = await newerThan(connection, after, asked)
  const passedOver = newer.passedOver.length === 0 ? undefined : newer.passedOver
  const wanted = types === undefined ? own : own.filter(({ type }) => types.includes(type))
  const newest = own.at(-1)
  const last = newest && refOf(newest)
  const page = pageOf(readableOf(wanted, recordedFrom), { ...newer, passedOver, last })
  return { ...page, looked: own.filter((event) => event.position <= page.position).length }
}

type Newer = {
  own: StoredEvent[]
  passedOver: ForeignEvent[]
  position: Position
  bytes: number
  isFull: boolean
}

/** Reading starts with the event at the given place, so one more is asked for and left out. */
async function newerThan(connection: EventStoreDbConnection, after: Position, asked: Asked): Promise<Newer> {
  const { limit } = asked
  const place = BigInt(after)
  const from = after === 0 ? START : { commit: place, prepare: place }
  const newer: Newer = { own: [], passedOver: [], position: after, bytes: 0, isFull: false }
  let count = 0
  const enoughAt = performance.now() + enoughMs
  await readEach(
    connection,
    (client, calling) => client.readAll({ ...calling, fromPosition: from, maxCount: limit + 1 }),
    (event) => {
      const position = positionOf(event) ?? 0
      if (position <= after) return true
      keep(newer, storedFrom(event), asked)
      newer.position = position
      count += 1
      newer.isFull = count >= limit || newer.bytes >= byteBudget.page || performance.now() >= enoughAt
      return !newer.isFull
    },
  ).catch((error: unknown) => {
    throw asFailureAt(error, after)
  })
  return newer
}

/** Of the shop's events that are not wanted, only the names are held, and of the others where they are. */
function keep(newer: Newer, stored: StoredEvent, { shops, types }: Asked): void {
  const { own, passedOver = [] } = partedBy(shops, [stored])
  newer.passedOver.push(...passedOver)
  for (const event of own) {
    const isWanted = types === undefined || types.includes(event.type)
    newer.own.push(isWanted ? event : { ...event, data: undefined, metadata: undefined })
    if (isWanted) newer.bytes += weigh(event.data)
  }
}

/** From inside a record, the server refuses; from beyond the end, it answers with nothing. */
export async function idAt(connection: EventStoreDbConnection, position: Position): Promise<string | undefined> {
  const event = await eventFrom(connection, position).catch((error: unknown) => {
    if (error instanceof PositionNotInLog) return undefined
    throw error
  })
  return positionOf(event) === position ? event?.id : undefined
}

/** The first event at a position or after it. @throws PositionNotInLog */
export async function eventFrom(
  connection: EventStoreDbConnection,
  position: Position,
): Promise<ClientEvent | undefined> {
  const place = BigInt(position)
  const [event] = await readPage(connection, (client, calling) =>
    client.readAll({ ...calling, fromPosition: { commit: place, prepare: place }, maxCount: 1 }),
  ).catch((error: unknown) => {
    throw asFailureAt(error, position)
  })
  return event
}
