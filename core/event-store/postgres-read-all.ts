import { byteBudget } from '../byte-budget.ts'
import type { EventRef, EventStore, Position } from './event-store.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { damaged, storedEvent, type EventRow, type RowsOf } from './postgres-rows.ts'
import { pageOf, partedBy, readableOf, recordedEvent, refOf } from './recorded-events.ts'

const inWindow = 'position > $1 and position <= $2'
const isWanted = '($3::text[] is null or type = any($3))'

/**
 * Counts every position of the window, so that a hole shows, and fetches only what is asked for; of the newest
 * event, and of types that nobody has defined ($4: those that are), the names alone. Nothing is fetched where what is
 * wanted has more than $5 bytes. The stored size is read without the value itself; only what is compressed has to be
 * opened, and only where that is little: where the compressed bytes are too many already, they are the answer.
 */
const pageQuery = {
  name: 'event-store-read-all',
  text: `select number, newest, bytes, position, stream, revision, id, type, case when ${isWanted} then data end,
      case when ${isWanted} then metadata end, to_json(at at time zone 'UTC')
    from (
      select number, newest,
        case when is_compressed and stored <= $5
          then (select sum(octet_length(data::text) + octet_length(metadata::text)) from events where ${inWindow} and ${isWanted})
          else stored end as bytes
      from (
        select count(*) as number, max(position) as newest,
          coalesce(sum(pg_column_size(data) + pg_column_size(metadata)) filter (where ${isWanted}), 0) as stored,
          coalesce(bool_or(pg_column_compression(data) is not null or pg_column_compression(metadata) is not null)
            filter (where ${isWanted}), false) as is_compressed
        from events where ${inWindow}) counted
      offset 0
    ) seen
    left join events on ${inWindow} and (${isWanted} or type <> all($4) or position = newest)
      and (bytes <= $5 or $2 = $1 + 1) order by position`,
}

/** The names of the newest events of a window. */
const newestQuery = {
  name: 'event-store-newest-names',
  text: `select position, id, stream, type from events where position > $1 and position <= $2 order by position desc limit $3`,
}

type Seen = [number: number, newest: Position | null, bytes: number]
type NameRow = [position: Position, id: string, stream: string, type: string]
type PageRow = [...Seen, ...EventRow] | [...Seen, position: null]

/** Pages of the whole log, with all types or with some; asked for again, smaller, where they have too many bytes. */
export function readAllFrom(rowsOf: RowsOf, shops: ShopsEvents): EventStore['readAll'] {
  const lastIn = lastInWindow(rowsOf, shops)

  async function fittingRows(after: Position, asked: number, types: readonly string[] | undefined) {
    for (let limit = asked; ;) {
      const values = [after, after + limit, types ?? null, shops.types, byteBudget.page]
      const rows = await rowsOf<PageRow>(pageQuery, values)
      const [number, newest, bytes] = rows[0] ?? [0, null, 0]
      assertWhole(after, number, newest)
      if (bytes <= byteBudget.page || limit === 1) return { rows, number, newest, bytes, isFull: number >= limit }
      limit = smallerWindow(Math.min(limit, number), bytes)
    }
  }

  return async (after, { limit, types }) => {
    const { rows, number, newest, bytes, isFull } = await fittingRows(after, limit, types)
    const found = rows.flatMap(([, , , ...row]) => (row[0] === null ? [] : [storedEvent(row)]))
    const { own, passedOver } = partedBy(shops, found)
    const newestOwn = own.at(-1)
    const last = newestOwn?.position === newest ? newestOwn : await lastIn(after, newest)
    const covered = { position: after + number, isFull, last: last && refOf(last), passedOver, bytes }
    const wanted = types === undefined ? own : own.filter(({ type }) => types.includes(type))
    return pageOf(readableOf(wanted, recordedEvent), covered)
  }
}

/** How many positions have about as many bytes as a page may: at most half, because events differ. */
function smallerWindow(positions: number, bytes: number): number {
  return Math.max(1, Math.min(Math.floor(positions / 2), Math.floor((positions * byteBudget.page) / bytes)))
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
