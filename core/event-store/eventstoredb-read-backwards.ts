import { BACKWARDS, END } from '@eventstore/db-client'
import { PositionNotInLog, type EventRef, type Position } from './event-store.ts'
import type { EventStoreDbConnection } from './eventstoredb-connection.ts'
import { positionOf, storedFrom } from './eventstoredb-events.ts'
import { eventFrom } from './eventstoredb-read-all.ts'
import { enoughMs, readEach } from './eventstoredb-read-page.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'

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
 */
export function headOf(backwards: () => Backwards): () => Promise<Position> {
  let known = { head: 0, lookedTo: 0 }
  let begun = 0
  let knownSince = 0

  return async () => {
    const turn = ++begun
    const before = known
    let newest: Position | undefined
    let head = 0
    for await (const { position, isOwn } of backwards()) {
      newest ??= position
      if (position === before.lookedTo) head = before.head
      else if (isOwn) head = position
      else continue
      break
    }
    // An answer that was asked for earlier may arrive later.
    if (turn > knownSince) [known, knownSince] = [{ head, lookedTo: newest ?? 0 }, turn]
    return head
  }
}

type Place = typeof END | { commit: bigint; prepare: bigint }

/** Before a place of `$all`; of each event no more than its place is held, so that the one who asks may stop anywhere. */
export async function* backwardsThrough(
  connection: EventStoreDbConnection,
  shops: ShopsEvents,
  before: Place = END,
): Backwards {
  let from = before
  for (let count = 8; ; count = 500) {
    const place = from
    const page: (EventRef & { isOwn: boolean })[] = []
    const enoughAt = performance.now() + enoughMs
    let isCut = false
    await readEach(
      connection,
      (client, calling) => client.readAll({ ...calling, direction: BACKWARDS, fromPosition: place, maxCount: count }),
      (event) => {
        page.push({ position: positionOf(event) ?? 0, id: event.id, isOwn: shops.has(storedFrom(event)) })
        isCut = performance.now() >= enoughAt
        return !isCut
      },
    )
    yield* page
    const oldest = page.at(-1)
    if (oldest === undefined || (page.length < count && !isCut)) return
    from = { commit: BigInt(oldest.position), prepare: BigInt(oldest.position) }
  }
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
  if (positionOf(event) === position && shops.has(storedFrom(event))) return { position, id: event.id }
  const place = BigInt(position)
  const before = { commit: place, prepare: place }
  for await (const { isOwn, ...ref } of backwardsThrough(connection, shops, before)) if (isOwn) return ref
  return undefined
}
