import type pg from 'pg'
import { databaseFailure } from '../../database/failure.ts'
import { sessionTypes } from '../../database/session/types.ts'
import { PositionNotInLog, type EventStore, type Position } from '../event-store.ts'
import type { ShopsEvents } from '../ownership/shops-events.ts'
import { lastRevision, streamRowsFrom } from './read-streams.ts'
import { readAllFrom } from './read-all.ts'
import { columns, damaged, storedEvent, type EventRow, type RowsOf } from './rows.ts'
import { allOf, readableOf, recordedEvent } from '../codec/recorded-events.ts'

const placesQuery = {
  name: 'event-store-read-places',
  text: `select ${columns} from unnest($1::text[], $2::int[]) as place(stream, revision) join events using (stream, revision)`,
}

const headQuery = { name: 'event-store-head', text: 'select position from log_head' }

const idQuery = { name: 'event-store-id-at', text: 'select id from events where position = $1' }

/** The read methods of the port. Each is a single statement, and so sees one snapshot; a large stream takes several. */
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
      const rows = await streamRows({ stream, from, to })
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
      // Events are never removed from this log, so any event will do, whichever application wrote it.
      if (id === undefined) throw new PositionNotInLog(position)
      return { position, id }
    },

    positionBefore: async (count) => Math.max(0, (await head()) - count),
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
