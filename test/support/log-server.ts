import { binaryEvent, EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client'
import { newId } from '#core/ids.ts'
import { openShopLog } from './shop-log.ts'

/** An event of another application: JSON, or bytes. */
type Foreign = { type: string; data: JSONType | Uint8Array; metadata?: JSONType | Uint8Array }

/** The log of one shop, on a server that is named or on a double, to which a test writes as another application does. */
export type LogServer = {
  url: string
  /** Appends to a stream, whatever is in it. */
  write(stream: string, ...events: readonly Foreign[]): Promise<void>
  /** What is stored in a stream. */
  stored(stream: string): Promise<Foreign[]>
  close(): Promise<void>
}

export async function openLogServer(): Promise<LogServer> {
  const server = await openShopLog()
  const client = EventStoreDBClient.connectionString`${server.url}`
  return {
    url: server.url,
    async write(stream, ...events) {
      await client.appendToStream(stream, events.map(proposed))
    },
    async stored(stream) {
      const found: Foreign[] = []
      for await (const { event } of client.readStream<Stored>(stream)) if (event !== undefined) found.push(event)
      return found
    },
    async close() {
      await client.dispose()
      await server.close()
    },
  }
}

type Stored = { type: string; data: JSONType; metadata: JSONType }

function proposed({ type, data, metadata }: Foreign) {
  const common = { id: newId(), type, metadata }
  return data instanceof Uint8Array ? binaryEvent({ ...common, data }) : jsonEvent({ ...common, data })
}
