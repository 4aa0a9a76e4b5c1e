import { Client } from 'pg'
import { openEventStoreDb } from '#core/event-store/eventstoredb/event-store.ts'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'

/** Reads the shop's log for the bytes that a call has written, which the bare counterpart then writes too. */
export type BenchedLog = {
  head(): Promise<number>
  /** The events after this position as text, one per line; empty if there are none. */
  writtenAfter(position: number): Promise<string>
  close(): Promise<void>
}

/** Opens the database's event tables, or the shop's EventStoreDB if `eventStoreUrl` is set. */
export async function openMeasuredLog(databaseUrl: string, eventStoreUrl: string | undefined): Promise<BenchedLog> {
  return eventStoreUrl === undefined ? openEventTables(databaseUrl) : openServer(eventStoreUrl)
}

async function openEventTables(url: string): Promise<BenchedLog> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    async head() {
      const { rows } = await client.query<{ position: string }>('select position from log_head')
      return Number(rows[0]?.position ?? 0)
    },
    async writtenAfter(position) {
      const { rows } = await client.query<{ text: string }>(
        "select concat_ws(' ', id, stream, type, data, metadata) as text from events where position > $1 order by position",
        [position],
      )
      return rows.map(({ text }) => text).join('\n')
    },
    close: () => client.end(),
  }
}

function openServer(url: string): BenchedLog {
  const settings = readEventStoreDbUrl('TEST_EVENTSTORE_URL', url)
  const store = openEventStoreDb({ settings, shops: shopsEvents(eventDefinitions) })
  return {
    head: () => store.head(),
    async writtenAfter(position) {
      const { events } = await store.readAll(position, { limit: 100 })
      return events
        .map(({ id, stream, type, data, metadata }) => JSON.stringify([id, stream, type, data, metadata]))
        .join('\n')
    },
    close: () => store.close(),
  }
}
