import { byteBudget, fetchedUnweighed, partsOf } from '../../async/byte-budget.ts'
import { coalesce } from '../../async/coalesce.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Position, Revision } from '../event-store.ts'
import type { EventRow, RowsOf } from './rows.ts'

/** The limits of one statement: streams, rows, and rows of one stream. */
const most = { streams: 256, rows: 4_096, ofOneStream: 1_024 }

/** The highest revision that a stream can have. */
export const lastRevision = 2 ** 31 - 1

/** A compressed value of at most this stored size is decompressed to determine its size, which is at most 200 kB. */
const openedBytes = 2_000

/**
 * A larger value would take long to decompress: its size may be a hundred times the stored one. It therefore counts as
 * though `fetchedUnweighed` of them filled a page.
 */
const compressedBytes = Math.ceil(byteBudget.page / fetchedUnweighed)

/** `#> '{}'` returns the same value, decompressed. */
const bytesOf = (column: string) =>
  `case when pg_column_compression(${column}) is null then pg_column_size(${column})
    when pg_column_size(${column}) <= ${openedBytes} then pg_column_size(${column} #> '{}')
    else greatest(pg_column_size(${column}), ${compressedBytes}) end`

/**
 * The first $5 rows of each stream, from its start revision to revision $3. After $4 bytes the rows are returned
 * without content, as a sign that there is more to read. The window has no order, because sorting, or counting ahead,
 * would cost a fifth of the time to read short streams; the result does not depend on the order in which rows are
 * weighed. The parameters are wrapped in subqueries so that the planner estimates the same with and without their
 * values: it then keeps one generic plan, and planning costs as much as reading a short stream.
 */
const query = {
  name: 'event-store-read-streams',
  text: `select case when is_within then position end, place, revision, id, type, case when is_within then data end,
      case when is_within then metadata end, to_json(at at time zone 'UTC')
    from (
      select place, found.*, coalesce(sum(${bytesOf('data')} + ${bytesOf('metadata')})
        over (rows between unbounded preceding and 1 preceding), 0) < $4 as is_within
      from unnest((select $1::text[]), (select $2::int[])) with ordinality as asked (name, first, place)
      cross join lateral (
        select * from events where stream = name and revision between first and (select $3::int) order by revision limit (select $5::int)
      ) found
    ) weighed`,
}

/** A row of the stream at `place`, counted from 1. Without content, `position` is null. */
type FoundRow = [position: Position | null, place: number, revision: Revision, ...content: ContentOf<EventRow>]
type ContentOf<Row> = Row extends [unknown, unknown, unknown, ...infer Content] ? Content : never

/** A stream and the revision to start from. */
type Start = { stream: string; from: Revision }

/** The first rows of a stream, and the revision to continue from; undefined where there are no more. */
type Page = { rows: EventRow[]; next: Revision | undefined }

/**
 * Reads ranges of streams. Concurrent reads of whole streams share a statement; where that fails because of one stream,
 * each is read alone. Every statement returns at most about `byteBudget.page` bytes; further statements continue longer
 * ranges.
 * @throws EngineUnavailable
 */
export function streamRowsFrom(rowsOf: RowsOf): (range: Start & { to: Revision }) => Promise<EventRow[]> {
  async function pagesOf(starts: readonly Start[], to: Revision): Promise<Page[]> {
    const limit = Math.min(most.ofOneStream, Math.floor(most.rows / starts.length))
    const values = [starts.map(({ stream }) => stream), starts.map(({ from }) => from), to]
    const found = await rowsOf<FoundRow>(query, [...values, byteBudget.page, limit])
    const byPlace = Map.groupBy(found, ([, place]) => place)
    return starts.map((start, i) => pageOf(start, byPlace.get(i + 1) ?? [], limit))
  }

  const together = coalesce(
    async (keys) => {
      const pages = new Map<string, Page>()
      for (const some of partsOf(keys, { most: most.streams, bytes: Infinity }))
        for (const [i, page] of (await pagesOf(some.map(startOf), lastRevision)).entries())
          pages.set(some[i] ?? '', page)
      return pages
    },
    { sideBySide: true },
  )

  /** A page of a stream up to its end. */
  async function sharedPage(start: Start): Promise<Page | undefined> {
    const key = keyOf(start)
    try {
      return (await together([key])).get(key)
    } catch (error) {
      if (error instanceof EngineUnavailable) throw error
      return ownPage(start, lastRevision)
    }
  }

  const ownPage = async (start: Start, to: Revision) => (await pagesOf([start], to))[0]

  return async ({ stream, from, to }) => {
    const nextPage = from === 0 && to === lastRevision ? sharedPage : ownPage
    const all: EventRow[] = []
    for (let next: Revision | undefined = from; next !== undefined && next <= to;) {
      const page: Page | undefined = await nextPage({ stream, from: next }, to)
      all.push(...(page?.rows ?? []))
      next = page?.next
    }
    return all
  }
}

function keyOf({ stream, from }: Start): string {
  return `${from} ${stream}`
}

function startOf(key: string): Start {
  const space = key.indexOf(' ')
  return { stream: key.slice(space + 1), from: Number(key.slice(0, space)) }
}

function pageOf({ stream }: Start, found: FoundRow[], limit: number): Page {
  // Postgres returns the rows of a stream in order, but does not guarantee it. Sorting sorted rows is cheap.
  found.sort(([, , one], [, , other]) => one - other)
  const rows: EventRow[] = []
  for (const [position, , revision, id, type, data, metadata, at] of found) {
    if (position === null) return { rows, next: revision }
    rows.push([position, stream, revision, id, type, data, metadata, at])
  }
  const last = rows[limit - 1]
  return { rows, next: last && last[2] + 1 }
}
