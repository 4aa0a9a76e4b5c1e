import { byteBudget, fetchedUnweighed, partsOf } from '../../async/byte-budget.ts'
import { coalesce } from '../../async/coalesce.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import type { Position, Revision } from '../event-store.ts'
import type { EventRow, RowsOf } from './rows.ts'

/** The most streams, rows, and rows of one stream, that one statement returns. */
const most = { streams: 256, rows: 4_096, ofOneStream: 1_024 }

/** The highest revision that a stream can have. */
export const lastRevision = 2 ** 31 - 1

/** Up to so many stored bytes, a compressed value is opened to learn its size, which is 200 kB at most. */
const openedBytes = 2_000

/**
 * A larger one would take long to open: it may have a hundred times its stored size. So it counts as much as if
 * `fetchedUnweighed` of them filled a page.
 */
const compressedBytes = Math.ceil(byteBudget.page / fetchedUnweighed)

/** `#> '{}'` is the same value, opened. */
const bytesOf = (column: string) =>
  `case when pg_column_compression(${column}) is null then pg_column_size(${column})
    when pg_column_size(${column}) <= ${openedBytes} then pg_column_size(${column} #> '{}')
    else greatest(pg_column_size(${column}), ${compressedBytes}) end`

/**
 * The first $5 rows of each stream, from its revision to revision $3. After $4 bytes the rows come without content, as a
 * sign that there is more to read. The window has no order of its own, because sorting, or counting ahead, would cost a fifth of the time
 * of reading short streams. Nothing depends on the order in which the rows are weighed. The parameters stand in subqueries
 * so that the planner estimates as much with their values as without: it keeps one plan, and making one costs as much as
 * reading a short stream.
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

/** Where to read a stream from. */
type Start = { stream: string; from: Revision }

/** The first rows of a stream, and the revision to continue with; undefined where these are all. */
type Page = { rows: EventRow[]; next: Revision | undefined }

/**
 * Reads ranges of streams. Whole streams that are asked for at the same moment are read together; where that fails for one
 * of them, each is read alone. Every statement returns about `byteBudget.page` bytes at most, and longer ranges are
 * continued by others.
 * @throws EngineUnavailable
 */
export function streamRowsFrom(rowsOf: RowsOf): (range: Start & { to: Revision }) => Promise<EventRow[]> {
  async function pagesOf(starts: readonly Start[], to: Revision): Promise<Page[]> {
    const limit = Math.min(most.ofOneStream, Math.floor(most.rows / starts.length))
    const asked = [starts.map(({ stream }) => stream), starts.map(({ from }) => from), to]
    const found = await rowsOf<FoundRow>(query, [...asked, byteBudget.page, limit])
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

  /** Of a stream up to its end. */
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
  // Postgres returns the rows of a stream in their order, but does not promise it. Sorting what is sorted costs little.
  found.sort(([, , one], [, , other]) => one - other)
  const rows: EventRow[] = []
  for (const [position, , revision, id, type, data, metadata, at] of found) {
    if (position === null) return { rows, next: revision }
    rows.push([position, stream, revision, id, type, data, metadata, at])
  }
  const last = rows[limit - 1]
  return { rows, next: last && last[2] + 1 }
}
