import { byteBudget, weigh } from '../../async/byte-budget.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import {
  PositionNotInLog,
  type EventRef,
  type EventStore,
  type ForeignEvent,
  type Page,
  type Position,
} from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import { recordedFrom } from './events.ts'
import { asFailureAt } from './connection/failure.ts'
import { enoughMs, readEach } from './read-page.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { pageOf, partedBy, readableOf, refOf, type StoredEvent } from '../codec/recorded-events.ts'

type Asked = Parameters<EventStore['readAll']>[1] & { shops: ShopsEvents }

/**
 * The next events of the shop in `$all` after a position. What is not wanted is dropped while it is read; the page ends
 * before its limit where what is wanted has `byteBudget.page` bytes, or where reading has taken long. After a read that has
 * failed before anything arrived, the next ones ask for half, and for more again when they succeed.
 */
export function readerOfAll(connection: EventStoreDbConnection, shops: ShopsEvents): EventStore['readAll'] {
  let most = Infinity
  return async (after, asked) => {
    const limit = Math.min(asked.limit, most)
    try {
      const page = await pageAfter(connection, after, { ...asked, limit, shops })
      most = limit < asked.limit ? limit * 2 : Infinity
      return page
    } catch (error) {
      if (error instanceof EngineUnavailable) most = Math.max(1, Math.floor(limit / 2))
      throw error
    }
  }
}

async function pageAfter(connection: EventStoreDbConnection, after: Position, asked: Asked): Promise<Page> {
  const { found, passedOver, ...covered } = await newerThan(connection, after, asked)
  const last = covered.own.at(-1)
  const others = passedOver.length === 0 ? undefined : passedOver
  return pageOf(readableOf(found, recordedFrom), { ...covered, passedOver: others, last })
}

type Newer = {
  /** The shop's events that are wanted. */
  found: StoredEvent[]
  /** Where all events of the shop are. */
  own: EventRef[]
  passedOver: ForeignEvent[]
  position: Position
  bytes: number
  isFull: boolean
}

/** Reading starts with the event at the given place, so one more is asked for and left out. */
async function newerThan(connection: EventStoreDbConnection, after: Position, asked: Asked): Promise<Newer> {
  const { limit } = asked
  const newer: Newer = { found: [], own: [], passedOver: [], position: after, bytes: 0, isFull: false }
  let count = 0
  const enoughAt = performance.now() + enoughMs
  const place = { from: after === 0 ? ('start' as const) : after, count: limit + 1 }
  await readEach(connection, {
    open: (client, calling) => client.readLog(place, calling),
    take: (event) => {
      if (event.position <= after) return true
      keep(newer, event, asked)
      newer.position = event.position
      count += 1
      newer.isFull = count >= limit || newer.bytes >= byteBudget.page || performance.now() >= enoughAt
      return !newer.isFull
    },
  }).catch((error: unknown) => {
    throw asFailureAt(error, after)
  })
  return newer
}

/** Of the shop's events that are not wanted, and of those of others, only where they are is held. */
function keep(newer: Newer, event: StoredEvent, { shops, types }: Asked): void {
  const { own, passedOver = [] } = partedBy(shops, [event])
  newer.passedOver.push(...passedOver)
  if (own.length === 0) return
  newer.own.push(refOf(event))
  if (types !== undefined && !types.includes(event.type)) return
  const opened = { ...event }
  newer.found.push(opened)
  newer.bytes += weigh(opened.data) + weigh(opened.metadata)
}

/** From inside a record, the server refuses; from beyond the end, it answers with nothing. */
export async function idAt(connection: EventStoreDbConnection, position: Position): Promise<string | undefined> {
  const event = await eventFrom(connection, position).catch((error: unknown) => {
    if (error instanceof PositionNotInLog) return undefined
    throw error
  })
  return event?.position === position ? event.id : undefined
}

/** The first event at a position or after it. @throws PositionNotInLog */
export async function eventFrom(
  connection: EventStoreDbConnection,
  position: Position,
): Promise<StoredEvent | undefined> {
  let found: StoredEvent | undefined
  await readEach(connection, {
    open: (client, calling) => client.readLog({ from: position, count: 1 }, calling),
    take: (event) => {
      found = event
      return true
    },
  }).catch((error: unknown) => {
    throw asFailureAt(error, position)
  })
  return found
}
