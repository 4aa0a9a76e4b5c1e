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
import { softLimitMs, readEach } from './read-page.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { pageOf, partitionByOwner, readableOf, refOf, type StoredEvent } from '../codec/recorded-events.ts'

type ReadOptions = Parameters<EventStore['readAll']>[1] & { shops: ShopsEvents }

/**
 * The next events of the shop in `$all` after a position. Other events are dropped while reading. The page ends before
 * its limit once the selected events have `byteBudget.page` bytes, or reading has taken too long. A failed read halves
 * the limit of the next one; each success doubles it again.
 */
export function readerOfAll(connection: EventStoreDbConnection, shops: ShopsEvents): EventStore['readAll'] {
  let most = Infinity
  return async (after, options) => {
    const limit = Math.min(options.limit, most)
    try {
      const page = await pageAfter(connection, after, { ...options, limit, shops })
      most = limit < options.limit ? limit * 2 : Infinity
      return page
    } catch (error) {
      if (error instanceof EngineUnavailable) most = Math.max(1, Math.floor(limit / 2))
      throw error
    }
  }
}

async function pageAfter(connection: EventStoreDbConnection, after: Position, options: ReadOptions): Promise<Page> {
  const { found, foreign, ...covered } = await newerThan(connection, after, options)
  const last = covered.own.at(-1)
  const others = foreign.length === 0 ? undefined : foreign
  return pageOf(readableOf(found, recordedFrom), { ...covered, foreign: others, last })
}

type Newer = {
  /** The selected events of the shop. */
  found: StoredEvent[]
  /** All events of the shop, selected or not. */
  own: EventRef[]
  foreign: ForeignEvent[]
  position: Position
  bytes: number
  isFull: boolean
}

/** `$all` is read from a position inclusive, so this requests one more event and drops the first. */
async function newerThan(connection: EventStoreDbConnection, after: Position, options: ReadOptions): Promise<Newer> {
  const { limit } = options
  const newer: Newer = { found: [], own: [], foreign: [], position: after, bytes: 0, isFull: false }
  let count = 0
  const enoughAt = performance.now() + softLimitMs
  const place = { from: after === 0 ? ('start' as const) : after, count: limit + 1 }
  await readEach(connection, {
    open: (client, calling) => client.readLog(place, calling),
    take: (event) => {
      if (event.position <= after) return true
      keep(newer, event, options)
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

/** Keeps the selected events, and only the position and names of the others. */
function keep(newer: Newer, event: StoredEvent, { shops, types }: ReadOptions): void {
  const { own, foreign = [] } = partitionByOwner(shops, [event])
  newer.foreign.push(...foreign)
  if (own.length === 0) return
  newer.own.push(refOf(event))
  if (types !== undefined && !types.includes(event.type)) return
  const opened = { ...event }
  newer.found.push(opened)
  newer.bytes += weigh(opened.data) + weigh(opened.metadata)
}

/** From a position inside a record the server answers with an error, from beyond the end with no event. */
export async function idAt(connection: EventStoreDbConnection, position: Position): Promise<string | undefined> {
  const event = await eventFrom(connection, position).catch((error: unknown) => {
    if (error instanceof PositionNotInLog) return undefined
    throw error
  })
  return event?.position === position ? event.id : undefined
}

/** The first event at or after a position. @throws PositionNotInLog */
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
