import { EngineUnavailable } from '../../domain/errors.ts'
import type { CopyTarget } from '../copy/copy-target.ts'
import type { EventStore } from '../event-store.ts'
import { eventStoreDbAppend } from './append.ts'
import { openEventStoreDbConnection, type EventStoreDbConnection } from './connection/connection.ts'
import { orderedAppend } from './ordered-append.ts'
import { eventStoreDbReads, storedStreamReader } from './read.ts'
import type { EventStoreDbSettings } from './connection/url.ts'
import { listenToEventStoreDb } from './watch.ts'
import { openHeadWatch } from '../head-watch.ts'
import { allEvents, type ShopsEvents } from '../ownership/shops-events.ts'
import { prepareAppend } from '../codec/prepared-append.ts'

export type EventStoreDbOptions = {
  settings: EventStoreDbSettings
  /** How often subscribers are woken without a notification (2 s). */
  pollMs?: number
  /** The rule for the shop's own events; by default all but the server's own. */
  shops?: ShopsEvents
}

/** The event log in EventStoreDB. Connects at the first call, and again after every failure. */
export function openEventStoreDb(options: EventStoreDbOptions): EventStore {
  return eventStoreOn(openEventStoreDbConnection(options.settings), options)
}

/** The same, as the target of a copy. Closing its store closes the connection. */
export function openCopyTarget(options: EventStoreDbOptions): CopyTarget {
  const connection = openEventStoreDbConnection(options.settings)
  return { store: eventStoreOn(connection, options), inOrder: () => orderedAppend(connection) }
}

function eventStoreOn(
  connection: EventStoreDbConnection,
  { pollMs = 2_000, shops = allEvents }: EventStoreDbOptions,
): EventStore {
  const reads = eventStoreDbReads(connection, shops)
  const appendPrepared = eventStoreDbAppend({ connection, readStream: storedStreamReader(connection) })
  const listener = {
    listen: (_: string, notify: (payload: string) => void) =>
      listenToEventStoreDb({ connection, prefixes: shops.prefixes }, notify),
  }
  const watch = openHeadWatch({ listener, channel: '$all', head: () => reads.head(), pollMs, showsLate: true })
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  return {
    ...reads,

    async append(stream, expected, events) {
      const prepared = prepareAppend(stream, expected, events)
      if (isClosed) throw new EngineUnavailable('event store')
      const append = appendPrepared(prepared)
      underWay.add(append)
      try {
        const appended = await append
        watch.announce(appended.position)
        return appended
      } finally {
        underWay.delete(append)
      }
    },

    subscribe: (subscriber) => watch.subscribe(subscriber),

    async close() {
      isClosed = true
      watch.close()
      await Promise.allSettled(underWay)
      await connection.close()
    },
  }
}
