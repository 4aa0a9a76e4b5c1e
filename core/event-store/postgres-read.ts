import type pg from 'pg'
import { coalesce } from '../coalesce.ts'
import { databaseFailure } from '../database/failure.ts'
import { sessionTypes } from '../database/session-types.ts'
import { EngineUnavailable } from '../errors.ts'
import { PositionNotInLog, type EventStore, type Position, type Revision } from './event-store.ts'
import type { ShopsEvents } from './ownership/shops-events.ts'
import { readAllFrom } from './postgres-read-all.ts'
import { columns, damaged, storedEvent, type EventRow, type RowsOf } from './postgres-rows.ts'
import { allOf, readableOf, recordedEvent } from './recorded-events.ts'

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

const headQuery = { name: 'event-store-head', text: 'select position from log_head' }

const idQuery = { name: 'event-store-id-at', text: 'select id from events where position = $1' }

const lastRevision = 2 ** 31 - 1

/** The reading verbs of the port, each a single statement and so of a single moment. */
export function postgresReads(
  pool: pg.Pool,
  shops: ShopsEvents,
): Pick<EventStore, 'readStream' | 'readPlaces' | 'readAll' | 'head' | 'idAt' | 'lastUpTo' | 'positionBefore'> {
  const rowsOf = rowsFrom(pool)
  const streamRows = streamRowsFrom(rowsOf)

  async function head(): Promise<Position> {
    const [row] = await rowsOf<[Position]>(headQuery, [])
    if (row === undefined) throw damaged('the row of log_head')
    return row[0]
  }

  async function idAt(position: Position): Promise<string | undefined> {
    const [row] = await rowsOf<[string]>(idQuery, [position])
    return row?.[0]
  }

  return {
    async readStream(stream, { from = 0, to = lastRevision } = {}) {
      const rows = await streamRows(stream, from, to)
      rows.forEach(([, , revision], i) => {
        if (revision !== from + i) throw damaged(`revision ${from + i} of stream ${stream}`)
      })
      return allOf(readableOf(rows.map(storedEvent).filter(shops.has), recordedEvent))
    },

    async readPlaces(places) {
      const streams = places.map(({ stream }) => stream)
      const rows = await rowsOf<EventRow>(placesQuery, [streams, places.map(({ revision }) => revision)])
      return allOf(readableOf(rows.map(storedEvent).filter(shops.has), recordedEvent))
    },

    readAll: readAllFrom(rowsOf, shops),

    head,

    idAt,

    async lastUpTo(position) {
      if (position === 0) return undefined
      const id = await idAt(position)
      // Here no event is ever removed, so any event serves, whoever wrote it.
      if (id === undefined) throw new PositionNotInLog(position)
      return { position, id }
    },

    positionBefore: async (count) => Math.max(0, (await head()) - count),
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
