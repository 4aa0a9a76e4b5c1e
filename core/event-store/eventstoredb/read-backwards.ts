import { coalesceCalls } from '../../async/coalesce.ts'
import { PositionNotInLog, type EventRef, type Position } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import type { ReadAllRequest } from './read-call.ts'
import { eventFrom } from './read-all.ts'
import { softLimitMs, readEach } from './read-page.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { refOf } from '../codec/recorded-events.ts'

/** The position after which the newest `count` events of the shop follow. */
export async function positionBefore(backwards: () => Backwards, count: number): Promise<Position> {
  let left = count
  for await (const { position, isOwn } of backwards()) {
    if (left === 0) return position
    if (isOwn) left -= 1
  }
  return 0
}

type Backwards = AsyncGenerator<EventRef & { isOwn: boolean }>

/**
 * Searches backwards from the end for the shop's newest event, past foreign ones, but never through the same ones
 * twice. If the record where the previous search began is missing, the log may be an older copy, so the search
 * continues past it and the head may decrease. Searches never run concurrently, because the first may have to skip
 * gigabytes.
 */
export function headOf(backwardsTo: (searchedTo: Position) => Backwards): () => Promise<Position> {
  let known = { head: 0, searchedTo: 0 }

  return coalesceCalls(async () => {
    let newest: Position | undefined
    let head = 0
    for await (const { position, isOwn } of backwardsTo(known.searchedTo)) {
      newest ??= position
      if (position === known.searchedTo) head = known.head
      else if (isOwn) head = position
      else continue
      break
    }
    known = { head, searchedTo: newest ?? 0 }
    return head
  })
}

type Through = {
  shops: ShopsEvents
  before?: Position | 'end'
  /** The number of unfiltered pages to read first; more where a match is likely to be near. */
  unfilteredPages?: number
}

/**
 * Reads `$all` backwards from a position, at least to the shop's first event; yields only the place of each event, so
 * the caller may stop anywhere. After the first few events the server filters by the shop's stream prefixes; where it
 * finds no match in time, an unfiltered page is read before the next filtered one.
 */
export async function* backwardsThrough(
  connection: EventStoreDbConnection,
  { shops, before = 'end', unfilteredPages = 1 }: Through,
): Backwards {
  let from = before
  let unfiltered = unfilteredPages
  for (let count = 8; ; count = 500) {
    const prefixes = unfiltered > 0 ? undefined : shops.prefixes
    const { page, isWhole } = await pageBackwards(connection, { shops, request: { from, count, prefixes } })
    yield* page
    if (isWhole) return
    const oldest = page.at(-1)
    if (oldest === undefined) unfiltered = 1
    else [from, unfiltered] = [oldest.position, unfiltered - 1]
  }
}

type PageRequest = { shops: ShopsEvents; request: Omit<ReadAllRequest, 'isBackwards'> }

/** `isWhole`: the page reaches the start of the log. */
async function pageBackwards(connection: EventStoreDbConnection, { shops, request }: PageRequest) {
  const page: (EventRef & { isOwn: boolean })[] = []
  const enoughAt = performance.now() + softLimitMs
  let isCut = false
  const hasEnded = await readEach(connection, {
    open: (client, calling) => client.readLog({ ...request, isBackwards: true }, calling),
    take: (event) => {
      page.push({ ...refOf(event), isOwn: shops.has(event) })
      isCut = performance.now() >= enoughAt
      return !isCut
    },
    ...(request.prefixes !== undefined && { patienceMs: softLimitMs }),
  })
  return { page, isWhole: hasEnded && !isCut && page.length < request.count }
}

/**
 * The last event of the shop at or before a position.
 * @throws PositionNotInLog where the log ends before the position, or has no record there
 */
export async function lastUpTo(
  connection: EventStoreDbConnection,
  position: Position,
  shops: ShopsEvents,
): Promise<EventRef | undefined> {
  if (position === 0) return undefined
  const event = await eventFrom(connection, position)
  if (event === undefined) throw new PositionNotInLog(position)
  if (event.position === position && shops.has(event)) return refOf(event)
  for await (const { isOwn, ...ref } of backwardsThrough(connection, { shops, before: position })) if (isOwn) return ref
  return undefined
}
