import type pg from 'pg'
import { coalesce } from '../coalesce.ts'
import { databaseFailure } from '../database/failure.ts'
import { sessionTypes } from '../database/session-types.ts'
import { EngineUnavailable, OperatorError } from '../errors.ts'
import type { EventStore, Position, Revision } from './event-store.ts'
import { allOf, pageOf, readableOf, recordedEvent, refOf, type StoredEvent } from './recorded-events.ts'

type EventRow = [
  position: Position,
  stream: string,
  revision: Revision,
  id: string,
  type: string,
  data: unknown,
  metadata: unknown,
  at: string,
]

const columns = `position, stream, revision, id, type, data, metadata, to_json(at at time zone 'UTC')`

const streamQuery = {
  name: 'event-store-read-stream',
  text: `select ${columns} from events where stream = $1 and revision between $2 and $3 order by revision`,
}

const streamsQuery = {
  name: 'event-store-read-streams',
  text: `select ${columns} from events where stream = any($1::text[]) order by stream, revision`,
}

const placesQuery = {
  name: 'event-store-read-places',
  text: `select ${columns} from unnest($1::text[], $2::int[]) as place(stream, revision) join events using (stream, revision)`,
}

const allQuery = {
  name: 'event-store-read-all',
  text: `select ${columns} from events where position > $1 and position <= $2 order by position`,
}

/** Counts every position of the window, so that a hole shows, and fetches only what is asked for. */
const typesQuery = {
  name: 'event-store-read-all-of-types',
  text: `select number, newest, newest_id, ${columns}
    from (
      select number, newest, (select id from events where position = newest) as newest_id
      from (select count(*) as number, max(position) as newest from events where position > $1 and position <= $2) counted
      offset 0
    ) seen
    left join events on position > $1 and position <= $2 and type = any($3) order by position`,
}

type Seen = [number: number, newest: Position | null, newestId: string | null]
type TypesRow = [...Seen, ...EventRow] | [...Seen, position: null]

const headQuery = { name: 'event-store-head', text: 'select position from log_head' }

const idQuery = { name: 'event-store-id-at', text: 'select id from events where position = $1' }

const lastRevision = 2 ** 31 - 1

/** The reading verbs of the port, each a single statement and so of a single moment. */
export function postgresReads(
  pool: pg.Pool,
): Pick<EventStore, 'readStream' | 'readPlaces' | 'readAll' | 'head' | 'idAt' | 'positionBefore'> {
  const rowsOf = rowsFrom(pool)
  const streamRows = streamRowsFrom(rowsOf)

  async function head(): Promise<Position> {
    const [row] = await rowsOf<[Position]>(headQuery, [])
    if (row === undefined) throw damaged('the row of log_head')
    return row[0]
  }

  return {
    async readStream(stream, { from = 0, to = lastRevision } = {}) {
      const rows = await streamRows(stream, from, to)
      rows.forEach(([, , revision], i) => {
        if (revision !== from + i) throw damaged(`revision ${from + i} of stream ${stream}`)
      })
      return allOf(readableOf(rows.map(storedEvent), recordedEvent))
    },

    async readPlaces(places) {
      const streams = places.map(({ stream }) => stream)
      const rows = await rowsOf<EventRow>(placesQuery, [streams, places.map(({ revision }) => revision)])
      return allOf(readableOf(rows.map(storedEvent), recordedEvent))
    },

    readAll: readAllFrom(rowsOf),

    head,

    async idAt(position) {
      const [row] = await rowsOf<[string]>(idQuery, [position])
      return row?.[0]
    },

    positionBefore: async (count) => Math.max(0, (await head()) - count),
  }
}

type RowsOf = <Row extends unknown[]>(query: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

/** Pages of the whole log, with all types or with some. */
function readAllFrom(rowsOf: RowsOf): EventStore['readAll'] {
  async function readTypes(after: Position, limit: number, types: readonly string[]) {
    const rows = await rowsOf<TypesRow>(typesQuery, [after, after + limit, types])
    const [number, newest, newestId] = rows[0] ?? [0, null, null]
    assertWhole(after, number, newest)
    const found = rows.flatMap(([, , , ...row]) => (row[0] === null ? [] : [storedEvent(row)]))
    const last = newest === null || newestId === null ? undefined : { position: newest, id: newestId }
    return pageOf(readableOf(found, recordedEvent), { position: after + number, isFull: number >= limit, last })
  }

  return async (after, { limit, types }) => {
    if (types !== undefined) return readTypes(after, limit, types)
    const rows = await rowsOf<EventRow>(allQuery, [after, after + limit])
    const found = rows.map(storedEvent)
    const newest = found.at(-1)
    assertWhole(after, found.length, newest?.position ?? null)
    const last = newest && refOf(newest)
    const covered = { position: after + found.length, isFull: found.length >= limit, last }
    return pageOf(readableOf(found, recordedEvent), covered)
  }
}

/** Whole streams that are asked for at the same moment are one question, unless that fails for one of them. */
function streamRowsFrom(rowsOf: RowsOf) {
  const alone = (stream: string, from: Revision, to: Revision) => rowsOf<EventRow>(streamQuery, [stream, from, to])
  const together = coalesce(
    async (streams) => Map.groupBy(await rowsOf<EventRow>(streamsQuery, [streams]), ([, stream]) => stream),
    { sideBySide: true },
  )
  return async (stream: string, from: Revision, to: Revision): Promise<EventRow[]> => {
    if (from > 0 || to < lastRevision) return alone(stream, from, to)
    try {
      return (await together([stream])).get(stream) ?? []
    } catch (error) {
      if (error instanceof EngineUnavailable) throw error
      return alone(stream, from, to)
    }
  }
}

function rowsFrom(pool: pg.Pool): RowsOf {
  return async <Row extends unknown[]>(query: { name: string; text: string }, values: unknown[]) => {
    try {
      return (await pool.query<Row>({ ...query, values, rowMode: 'array', types: sessionTypes })).rows
    } catch (error) {
      throw databaseFailure(error, 'none')
    }
  }
}

function storedEvent([position, stream, revision, id, type, data, metadata, at]: [
  ...EventRow,
  ...unknown[],
]): StoredEvent {
  return { id, type, data, metadata, stream, revision, position, at: isoTime(at) }
}

/** `2026-11-21T09:30:00.123456` and `2026-11-21T09:30:00` to the millisecond: cheaper than having Postgres format it. */
function isoTime(text: string): string {
  const whole = text.length > 19 ? text.padEnd(23, '0') : `${text}.000`
  return `${whole.slice(0, 23)}Z`
}

/** Positions are counted 1, 2, 3: where one is missing, something was lost, and nobody may step over it. */
function assertWhole(after: Position, number: number, newest: Position | null): void {
  if (newest !== null && newest !== after + number) throw damaged(`an event between position ${after} and ${newest}`)
}

function damaged(what: string): OperatorError {
  return new OperatorError(`the event log is damaged: ${what} is missing`, 'Restore the database from its last backup.')
}
