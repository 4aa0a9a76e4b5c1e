import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#core/database/database.ts'
import type { EventRef, EventStore, Position } from '#core/event-store/event-store.ts'

/** A row of the read model `event-log`. */
export type KnownEvent = { id: string; position: Position; stream: string; revision: number; type: string; at: string }

const eventLog = sql.table('read_event_log.events')

/**
 * The last event that the log and the read model `event-log` have in common; undefined if there is none. Everything
 * before it is the same in both, so a binary search finds it.
 */
export async function lastCommonEvent(db: Db, store: Pick<EventStore, 'idAt'>): Promise<EventRef | undefined> {
  let common: EventRef | undefined
  let [low, high] = [0, (await newestUpTo(db, Number.MAX_SAFE_INTEGER))?.position ?? 0]
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    const event = await newestUpTo(db, middle)
    if (event === undefined || event.position <= low) low = middle
    else if ((await store.idAt(event.position)) === event.id) {
      common = event
      low = middle
    } else high = event.position - 1
  }
  return common
}

async function newestUpTo(db: Db, position: Position): Promise<EventRef | undefined> {
  const { rows } = await sql<EventRef>`
    select event_id as id, position from ${eventLog}
    where position <= ${position} order by position desc limit 1`.execute(db)
  return rows[0]
}

/** The ids of the events that the shop has handled and that the log no longer holds. */
export function lostIds(after: Position): RawBuilder<unknown> {
  return sql`select event_id from ${eventLog} where position > ${after}`
}

/** The ids in the names of their streams, such as `ORD48210377` of `order-ORD48210377`. */
export function lostSubjects(after: Position): RawBuilder<unknown> {
  return sql`
    select distinct substr(stream, strpos(stream, '-') + 1) from ${eventLog}
    where position > ${after} and strpos(stream, '-') > 0`
}

export async function countLost(db: Db, after: Position): Promise<{ events: number; orders: number }> {
  const { rows } = await sql<{ events: number; orders: number }>`
    select count(*) as events, count(*) filter (where type = 'OrderPlaced') as orders
    from ${eventLog} where position > ${after}`.execute(db)
  return rows[0] ?? { events: 0, orders: 0 }
}

/** In order of position, read in batches. */
export async function* lostEvents(db: Db, after: Position): AsyncGenerator<KnownEvent> {
  for (let from = after; ;) {
    const { rows } = await sql<KnownEvent>`
      select event_id as id, position, stream, revision, type, to_json(at) as at from ${eventLog}
      where position > ${from} order by position limit 500`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    from = last.position
  }
}
