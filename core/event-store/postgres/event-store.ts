import type pg from 'pg'
import type { Listener } from '../../database/listener.ts'
import { EngineUnavailable } from '../../domain/errors.ts'
import { appendQueue } from './append-queue.ts'
import { StreamConflict, type EventStore } from '../event-store.ts'
import { headChannel } from './tables.ts'
import { openHeadWatch } from '../head-watch.ts'
import { appendBatch } from './append.ts'
import { allEvents, type ShopsEvents } from '../ownership/shops-events.ts'
import { postgresReads } from './read.ts'
import { prepareAppend, type PreparedAppend } from '../codec/prepared-append.ts'

export type PostgresEventStoreOptions = {
  /** On a database with `eventStoreMigrations`. Not closed with the store. */
  pool: pg.Pool
  /** On the same database. Not closed with the store. */
  listener: Listener
  /** How often subscribers are woken without a notification (2 s). */
  pollMs?: number
  /** The rule for the shop's own events; by default all of them. */
  shops?: ShopsEvents
}

/** The event log in Postgres tables (see `tables.ts`). Concurrent appends share one round trip and one commit. */
export function openPostgresEventStore(options: PostgresEventStoreOptions): EventStore {
  const { pool, listener, pollMs = 2_000, shops = allEvents } = options
  const reads = postgresReads(pool, shops)
  const watch = openHeadWatch({ listener, channel: headChannel, head: () => reads.head(), pollMs })
  const queue = appendQueue((batch) => writeBatch(batch))
  let isClosed = false

  async function writeBatch(batch: readonly PreparedAppend[]) {
    const outcomes = await appendBatch(pool, batch)
    watch.announce(Math.max(0, ...outcomes.map(({ position }) => position ?? 0)))
    return outcomes
  }

  return {
    ...reads,

    async append(stream, expected, events) {
      const prepared = prepareAppend(stream, expected, events)
      if (isClosed) throw new EngineUnavailable('event store')
      const { outcome, revision, position } = await queue.add(prepared)
      if (outcome === 'conflict') throw new StreamConflict(stream, expected, revision)
      return { revision, position }
    },

    subscribe: (subscriber) => watch.subscribe(subscriber),

    async close() {
      isClosed = true
      watch.close()
      await queue.idle()
    },
  }
}
