import { binaryEvent, EventStoreDBClient, jsonEvent, StreamNotFoundError, type JSONType } from '@eventstore/db-client'
import { newId } from '#core/ids.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventDefinitions } from '#modules/manifests.ts'
import { openShopLog } from './shop-log.ts'

/** An event of another application: JSON, or bytes. */
type Foreign = { type: string; data: JSONType | Uint8Array; metadata?: JSONType | Uint8Array }

/** The log of one shop, on a server that is named or on a double, to which a test writes as another application does. */
export type LogServer = {
  url: string
  /** Appends to a stream, whatever is in it. */
  write(stream: string, ...events: readonly Foreign[]): Promise<void>
  /** What is stored in a stream; nothing where there is no such stream. */
  stored(stream: string): Promise<Foreign[]>
  /** For each event that is a shop's, the log's identity among them, its stream; in the order of the log. */
  streamsOfShops(): Promise<string[]>
  close(): Promise<void>
}

export async function openLogServer(): Promise<LogServer> {
  const server = await openShopLog()
  const log = openLogServerAt(server.url)
  return {
    ...log,
    async close() {
      await log.close()
      await server.close()
    },
  }
}

/** A server that somebody else has opened, and closes. */
export function openLogServerAt(url: string): LogServer {
  const client = EventStoreDBClient.connectionString`${url}`
  return {
    url,
    async write(stream, ...events) {
      await client.appendToStream(stream, events.map(proposed))
    },
    stored: (stream) => eventsIn(client.readStream<Stored>(stream)),
    async streamsOfShops() {
      const events = await eventsIn(client.readAll())
      const all = events.map(({ streamId: stream, type, data }) => ({ stream, type, data }))
      return all.filter((event) => shops.has(event)).map(({ stream }) => stream)
    },
    close: () => client.dispose(),
  }
}

const shops = shopsEvents(eventDefinitions)

/** Reads to the end: a read of this client that is left early never ends. */
async function eventsIn<Event>(read: AsyncIterable<{ event?: Event }>): Promise<Event[]> {
  const found: Event[] = []
  try {
    for await (const { event } of read) if (event !== undefined) found.push(event)
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return found
}

type Stored = { type: string; data: JSONType; metadata: JSONType }

function proposed({ type, data, metadata }: Foreign) {
  const common = { id: newId(), type, metadata }
  return data instanceof Uint8Array ? binaryEvent({ ...common, data }) : jsonEvent({ ...common, data })
}
