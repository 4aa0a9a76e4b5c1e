import type { Migration } from 'kysely/migration'
import type { Actor } from '#core/domain/actor.ts'
import { openDatabase, type Database } from '#core/database/database.ts'
import { openListener } from '#core/database/listener.ts'
import { migrate } from '#core/database/migrate.ts'
import type { EventStore, JsonObject, NewEvent } from '#core/event-store/event-store.ts'
import { eventStoreMigrations } from '#core/event-store/postgres/tables.ts'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import type { ShopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { openPostgresEventStore } from '#core/event-store/postgres/event-store.ts'
import { newId } from '#core/domain/ids.ts'
import { openEventStoreDouble, type EventStoreDouble } from '../event-store-double/server.ts'
import { openEventStoreServer } from './event-store-server.ts'
import { freshDatabase } from '../postgres/postgres.ts'

export const asha: Actor = { id: 'account-asha', name: 'Asha Rao', role: 'USER' }

/** An event with a new id; `changes` overrides the fields that a test is about. */
export function eventOf(type: string, data: JsonObject = {}, changes: Partial<NewEvent> = {}): NewEvent {
  const id = newId()
  const metadata = { correlationId: id, causationId: id, by: asha, schemaVersion: 1 }
  return { id, type, data, metadata, ...changes }
}

/** The name of a new stream, which has no events. */
export function newStream(): string {
  return `thing-${newId()}`
}

export type PostgresStores = {
  url: string
  database: Database
  store: EventStore
  /** A store with its own connections, as in another process; `shops` selects the shop's events. */
  another(shops?: ShopsEvents): Promise<EventStore>
  dispose(): Promise<void>
}

/** The Postgres event store on a new database. */
export async function openPostgresStores(
  migrations: Record<string, Migration> = {},
  adminUrl?: string,
): Promise<PostgresStores> {
  const fresh = await freshDatabase(adminUrl)
  const closings: (() => Promise<void>)[] = []

  function open(shops?: ShopsEvents): { database: Database; store: EventStore } {
    const database = openDatabase(fresh.url, { applicationName: 'test event store', max: 4 })
    const listener = openListener(fresh.url)
    const store = openPostgresEventStore({ pool: database.pool, listener, ...(shops && { shops }) })
    closings.push(async () => {
      await store.close()
      await listener.close()
      await database.close()
    })
    return { database, store }
  }

  const { database, store } = open()
  await migrate(database.db, { ...eventStoreMigrations, ...migrations })
  return {
    url: fresh.url,
    database,
    store,
    another: async (shops) => open(shops).store,
    async dispose() {
      for (const close of closings) await close()
      await fresh.drop()
    },
  }
}

export type DoubleStores = OpenedStores & { double: EventStoreDouble }

/** The EventStoreDB adapter on a new double. */
export async function openDoubleStores(): Promise<DoubleStores> {
  const double = await openEventStoreDouble()
  return { double, ...storesAt(double.url, async () => double.kill()) }
}

/** The EventStoreDB adapter on a real server. */
export async function openServerStores(): Promise<OpenedStores> {
  const server = await openEventStoreServer()
  return storesAt(server.url, () => server.close())
}

type OpenedStores = { store: EventStore; another(shops?: ShopsEvents): Promise<EventStore>; dispose(): Promise<void> }

function storesAt(url: string, closeServer: () => Promise<void>): OpenedStores {
  const opened: EventStore[] = []
  const open = (shops?: ShopsEvents) => {
    const settings = readEventStoreDbUrl('EVENTSTORE_URL', url)
    const store = openEventStoreDb({ settings, pollMs: 200, ...(shops && { shops }) })
    opened.push(store)
    return store
  }
  return {
    store: open(),
    another: async (shops) => open(shops),
    async dispose() {
      for (const store of opened) await store.close()
      await closeServer()
    },
  }
}
