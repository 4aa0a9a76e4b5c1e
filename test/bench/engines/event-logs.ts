import {
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  type ReadPosition,
  type AllStreamRecordedEvent,
} from '@eventstore/db-client'
import { Pool } from 'pg'
import type { EventStore, NewEvent } from '#core/event-store/event-store.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl, type EventStoreDbSettings } from '#core/event-store/eventstoredb/connection/url.ts'

/** The measured calls of an event store, through the shop's adapter or with the engine's client alone. */
export type MeasuredLog = {
  /** Appends one event to a stream that contains `revision` events. */
  append(stream: string, revision: number, event: NewEvent): Promise<unknown>
  /** Reads this number of events from the start, page by page. */
  catchUp(events: number, page: number): Promise<void>
  close(): Promise<void>
}

/** Measures an open adapter. */
export function adapterLog(store: EventStore): MeasuredLog {
  return {
    append: (stream, revision, event) => store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [event]),
    async catchUp(events, limit) {
      for (let after = 0, seen = 0; seen < events;) {
        const page = await store.readAll(after, { limit })
        if (page.position === after) throw new Error('the log ended early')
        seen += page.events.length
        after = page.position
      }
    },
    close: () => store.close(),
  }
}

/** The same calls with `pg` alone: one append per transaction, and pages of rows. */
export function barePostgresLog(databaseUrl: string): MeasuredLog {
  const pool = new Pool({ connectionString: databaseUrl, max: 20 })
  // Without a listener, the error of a closed idle connection would end the process.
  pool.on('error', () => undefined)
  const append = { name: 'bare-append', text: 'select outcome, revision, position from append_events($1::jsonb)' }
  const columns = `position, stream, revision, id, type, data, metadata, to_json(at) as at`
  const read = {
    name: 'bare-read',
    text: `select ${columns} from events where position > $1 and position <= $2 order by position`,
  }
  return {
    append: (stream, revision, event) =>
      pool.query({ ...append, values: [JSON.stringify([{ stream, expected: revision - 1, events: [event] }])] }),
    async catchUp(events, limit) {
      for (let after = 0; after < events; after += limit) await pool.query({ ...read, values: [after, after + limit] })
    },
    close: () => pool.end(),
  }
}

export function eventStoreDbLog(url: string): MeasuredLog {
  return adapterLog(openEventStoreDb({ settings: readEventStoreDbUrl('EVENTSTORE_URL', url) }))
}

/** The same calls with the client library alone: one call per append, and pages of `$all`. */
export function bareEventStoreDbLog(url: string): MeasuredLog {
  const settings = readEventStoreDbUrl('EVENTSTORE_URL', url)
  const credentials = settings.credentials ?? { username: 'nobody', password: 'nobody' }
  const client = bareClient(settings)
  return {
    append: (stream, revision, { id, type, data, metadata }) =>
      client.appendToStream(stream, jsonEvent({ id, type, data, metadata }), {
        credentials,
        expectedRevision: revision === 0 ? NO_STREAM : BigInt(revision - 1),
      }),
    async catchUp(events, limit) {
      let from: ReadPosition = START
      for (let seen = 0; seen < events;) {
        const page: AllStreamRecordedEvent[] = []
        for await (const { event } of client.readAll({ credentials, fromPosition: from, maxCount: limit + 1 }))
          if (event !== undefined) page.push(event)
        if (page.length < 2) throw new Error('the log ended early')
        seen += page.filter(({ type }) => !type.startsWith('$')).length - (from === START ? 0 : 1)
        from = page.at(-1)?.position ?? START
      }
    },
    close: () => client.dispose(),
  }
}

export function bareClient({ endpoints, isSecure, rootCertificate, credentials }: EventStoreDbSettings) {
  const [first] = endpoints
  if (first === undefined) throw new Error('no endpoint')
  const security = isSecure ? { insecure: false, ...(rootCertificate && { rootCertificate }) } : { insecure: true }
  return new EventStoreDBClient({ endpoint: first }, security, credentials)
}
