import type { EventRef, EventStore, Position } from './event-store.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { columns, damaged, storedEvent, type EventRow, type RowsOf } from './postgres-rows.ts'
import { pageOf, partedBy, readableOf, recordedEvent, refOf } from './recorded-events.ts'

const allQuery = {
  name: 'event-store-read-all',
  text: `select ${columns} from events where position > $1 and position <= $2 order by position`,
}

/**
 * Counts every position of the window, so that a hole shows, and fetches only what is asked for; of the newest
 * event, and of types that nobody has defined ($4: those that are), the names alone.
 */
const typesQuery = {
  name: 'event-store-read-all-of-types',
  text: `select number, newest, position, stream, revision, id, type, case when type = any($3) then data end,
      case when type = any($3) then metadata end, to_json(at at time zone 'UTC')
    from (
      select count(*) as number, max(position) as newest from events where position > $1 and position <= $2 offset 0
    ) seen
    left join events on position > $1 and position <= $2
      and (type = any($3) or type <> all($4) or position = newest) order by position`,
}

/** The names of the newest events of a window. */
const newestQuery = {
  name: 'event-store-newest-names',
  text: `select position, id, stream, type from events where position > $1 and position <= $2 order by position desc limit $3`,
}

type Seen = [number: number, newest: Position | null]
type NameRow = [position: Position, id: string, stream: string, type: string]
type TypesRow = [...Seen, ...EventRow] | [...Seen, position: null]

/** Pages of the whole log, with all types or with some. */
export function readAllFrom(rowsOf: RowsOf, shops: ShopsEvents): EventStore['readAll'] {
  const lastIn = lastInWindow(rowsOf, shops)

  async function readTypes(after: Position, limit: number, types: readonly string[]) {
    const rows = await rowsOf<TypesRow>(typesQuery, [after, after + limit, types, shops.types])
    const [number, newest] = rows[0] ?? [0, null]
    assertWhole(after, number, newest)
    const found = rows.flatMap(([, , ...row]) => (row[0] === null ? [] : [storedEvent(row)]))
    const { own, passedOver } = partedBy(shops, found)
    const newestOwn = own.at(-1)
    const last = newestOwn?.position === newest ? newestOwn : await lastIn(after, newest)
    const covered = { position: after + number, isFull: number >= limit, last: last && refOf(last), passedOver }
    const wanted = own.filter(({ type }) => types.includes(type))
    return pageOf(readableOf(wanted, recordedEvent), covered)
  }

  return async (after, { limit, types }) => {
    if (types !== undefined) return readTypes(after, limit, types)
    const rows = await rowsOf<EventRow>(allQuery, [after, after + limit])
    assertWhole(after, rows.length, rows.at(-1)?.[0] ?? null)
    const { own, passedOver } = partedBy(shops, rows.map(storedEvent))
    const newest = own.at(-1)
    const last = newest && refOf(newest)
    const covered = { position: after + rows.length, isFull: rows.length >= limit, last, passedOver }
    return pageOf(readableOf(own, recordedEvent), covered)
  }
}

/** The newest event of the shop in a window, by its names; seldom asked, as nearly all are the shop's. */
function lastInWindow(rowsOf: RowsOf, { has }: ShopsEvents) {
  return async (after: Position, newest: Position | null): Promise<EventRef | undefined> => {
    for (let to = newest ?? after; to > after;) {
      const rows = await rowsOf<NameRow>(newestQuery, [after, to, 500])
      const own = rows.find(([, , stream, type]) => has({ stream, type, data: undefined }))
      if (own !== undefined) return { position: own[0], id: own[1] }
      to = (rows.at(-1)?.[0] ?? after) - 1
    }
    return undefined
  }
}

/** Positions are counted 1, 2, 3: where one is missing, something was lost, and nobody may step over it. */
function assertWhole(after: Position, number: number, newest: Position | null): void {
  if (newest !== null && newest !== after + number) throw damaged(`an event between position ${after} and ${newest}`)
}
