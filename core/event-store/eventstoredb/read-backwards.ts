import { coalesceCalls } from '../../async/coalesce.ts'
import { PositionNotInLog, type EventRef, type Position } from '../event-store.ts'
import type { EventStoreDbConnection } from './connection/connection.ts'
import type { AskedOfAll } from './read-call.ts'
import { eventFrom } from './read-all.ts'
import { enoughMs, readEach } from './read-page.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { refOf } from '../codec/recorded-events.ts'

/** The position after which the newest `count` events of the shop come. */
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
 * Looks from the end for the newest event of the shop, past those of others, but not twice over the same ones. Where the
 * record at which the last search began is gone, the log may be an older copy, so the search goes on: the head may go back.
 * Only one search is under way at a time, because the first may have to pass over gigabytes.
 */
export function headOf(backwardsTo: (lookedTo: Position) => Backwards): () => Promise<Position> {
  let known = { head: 0, lookedTo: 0 }

  return coalesceCalls(async () => {
    let newest: Position | undefined
    let head = 0
    for await (const { position, isOwn } of backwardsTo(known.lookedTo)) {
      newest ??= position
      if (position === known.lookedTo) head = known.head
      else if (isOwn) head = position
      else continue
      break
    }
    known = { head, lookedTo: newest ?? 0 }
    return head
  })
}

type Through = {
  shops: ShopsEvents
  before?: Position | 'end'
  /** How many pages of all events are read first: more where what is looked for is likely near. */
  unfilteredPages?: number
}

/**
 * Before a place of `$all`, to the shop's first event at least; of each event no more than its place is held, so that the one
 * who asks may stop anywhere. Behind the first few, the server leaves out what is not in streams of the shop; where it finds
 * none of those in time, a page of all events is fetched before it is asked again.
 */
export async function* backwardsThrough(
  connection: EventStoreDbConnection,
  { shops, before = 'end', unfilteredPages = 1 }: Through,
): Backwards {
  let from = before
  let unfiltered = unfilteredPages
  for (let count = 8; ; count = 500) {
    const prefixes = unfiltered > 0 ? undefined : shops.prefixes
    const { page, isWhole } = await pageBackwards(connection, { shops, asked: { from, count, prefixes } })
    yield* page
    if (isWhole) return
    const oldest = page.at(-1)
    if (oldest === undefined) unfiltered = 1
    else [from, unfiltered] = [oldest.position, unfiltered - 1]
  }
}

type Asked = { shops: ShopsEvents; asked: Omit<AskedOfAll, 'isBackwards'> }

/** `isWhole`: there is nothing before it. */
async function pageBackwards(connection: EventStoreDbConnection, { shops, asked }: Asked) {
  const page: (EventRef & { isOwn: boolean })[] = []
  const enoughAt = performance.now() + enoughMs
  let isCut = false
  const hasEnded = await readEach(connection, {
    open: (client, calling) => client.readLog({ ...asked, isBackwards: true }, calling),
    take: (event) => {
      page.push({ ...refOf(event), isOwn: shops.has(event) })
      isCut = performance.now() >= enoughAt
      return !isCut
    },
    ...(asked.prefixes !== undefined && { patienceMs: enoughMs }),
  })
  return { page, isWhole: hasEnded && !isCut && page.length < asked.count }
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
