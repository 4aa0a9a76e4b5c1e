import { byteBudget } from '../../async/byte-budget.ts'
import type { EventRef, EventStore, Position } from '../event-store.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { damaged, storedEvent, type EventRow, type RowsOf } from './rows.ts'
import { pageOf, partitionByOwner, readableOf, recordedEvent, refOf } from '../codec/recorded-events.ts'

const inWindow = 'position > $1 and position <= $2'

/** Subqueries, because Postgres builds a hash table from each once, but would search an array for each event. */
const isWanted = '($3::text[] is null or type in (select unnest($3::text[])))'
const isUnknown = '($4::text[] is not null and type not in (select unnest($4::text[])))'

/**
 * First one row without a position: its data counts the positions of the window, so that a gap shows, and the bytes of
 * the selected events. Then the selected events; of the newest event, and of types without a definition ($4: those with
 * one), only the names. No events are returned where the selected ones have more than $5 bytes. The stored size is read
 * without the value itself. Only compressed values must be decompressed to measure them, and only where the stored
 * bytes are within the limit; beyond it they decide alone. The counts form a separate row, and types are looked up
 * in hash tables, because the cost of reading small events is mostly that of columns and comparisons.
 */
const pageQuery = {
  name: 'event-store-read-all',
  text: `with seen as materialized (
      select number, newest,
        case when is_compressed and stored <= $5
          then (select sum(octet_length(data::text) + octet_length(metadata::text)) from events where ${inWindow} and ${isWanted})
          else stored end as bytes
      from (
        select count(*) as number, max(position) as newest,
          coalesce(sum(pg_column_size(data) + pg_column_size(metadata)) filter (where is_wanted), 0) as stored,
          coalesce(bool_or(pg_column_compression(data) is not null or pg_column_compression(metadata) is not null)
            filter (where is_wanted), false) as is_compressed
        from (select position, data, metadata, ${isWanted} as is_wanted from events where ${inWindow} offset 0) scanned
      ) counted)
    select null::bigint, null, null::integer, null::uuid, null, to_jsonb(seen), null::jsonb, null::json from seen
    union all
    select position, stream, revision, id, type, case when is_wanted then data end, case when is_wanted then metadata end,
      to_json(at at time zone 'UTC')
    from (select *, ${isWanted} as is_wanted from events where ${inWindow} offset 0) scanned
    where (is_wanted or position = (select newest from seen) or ${isUnknown})
      and ((select bytes from seen) <= $5 or $2 = $1 + 1)`,
}

/** The names of the newest events in a window. */
const newestQuery = {
  name: 'event-store-newest-names',
  text: `select position, id, stream, type from events where position > $1 and position <= $2 order by position desc limit $3`,
}

type NameRow = [position: Position, id: string, stream: string, type: string]

type Seen = { number: number; newest: Position | null; bytes: number }
type SeenRow = [position: null, stream: null, revision: null, id: null, type: null, seen: Seen]
type PageRow = SeenRow | EventRow

/** Pages of the whole log, of all types or some; reads again with a smaller window where they have too many bytes. */
export function readAllFrom(rowsOf: RowsOf, shops: ShopsEvents): EventStore['readAll'] {
  const lastIn = lastInWindow(rowsOf, shops)

  async function fittingRows(after: Position, requested: number, types: readonly string[] | undefined) {
    for (let limit = requested; ;) {
      const values = [after, after + limit, types ?? null, shops.types, byteBudget.page]
      const { seen, rows } = partedRows(await rowsOf<PageRow>(pageQuery, values))
      const { number, newest, bytes } = seen
      assertWhole(after, number, newest)
      if (bytes <= byteBudget.page || limit === 1) return { rows, number, newest, bytes, isFull: number >= limit }
      limit = smallerWindow(Math.min(limit, number), bytes)
    }
  }

  return async (after, { limit, types }) => {
    const { rows, number, newest, bytes, isFull } = await fittingRows(after, limit, types)
    const { own, foreign } = partitionByOwner(shops, rows.map(storedEvent))
    const newestOwn = own.at(-1)
    const last = newestOwn?.position === newest ? newestOwn : await lastIn(after, newest)
    const covered = { position: after + number, isFull, last: last && refOf(last), foreign, bytes }
    const selected = types && new Set(types)
    const wanted = selected === undefined ? own : own.filter(({ type }) => selected.has(type))
    return pageOf(readableOf(wanted, recordedEvent), covered)
  }
}

/** Postgres returns the rows in order, but does not guarantee it. Sorting sorted rows is cheap. */
function partedRows(found: PageRow[]): { seen: Seen; rows: EventRow[] } {
  let seen: Seen = { number: 0, newest: null, bytes: 0 }
  const rows: EventRow[] = []
  for (const row of found) {
    if (row[0] === null) seen = row[5]
    else rows.push(row)
  }
  return { seen, rows: rows.sort(([one], [other]) => one - other) }
}

/** The number of positions that should fit a page in bytes: at most half, because event sizes differ. */
function smallerWindow(positions: number, bytes: number): number {
  return Math.max(1, Math.min(Math.floor(positions / 2), Math.floor((positions * byteBudget.page) / bytes)))
}

/** The newest event of the shop in a window, judged by names; rarely needed, as nearly all events are the shop's. */
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

/** Positions are numbered 1, 2, 3: a gap means that an event was lost, and no reader may skip it. */
function assertWhole(after: Position, number: number, newest: Position | null): void {
  if (newest !== null && newest !== after + number) throw damaged(`an event between position ${after} and ${newest}`)
}
