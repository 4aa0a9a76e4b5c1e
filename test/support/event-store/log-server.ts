import { binaryEvent, EventStoreDBClient, jsonEvent, StreamNotFoundError, type JSONType } from '@eventstore/db-client'
import { newId } from '#core/domain/ids.ts'
import { shopsEvents } from '#core/event-store/ownership/shops-events.ts'
import { eventDefinitions } from '#modules/shop/manifests.ts'
import { claimStream, openShopLog } from './shop-log.ts'

/** An event of another application: JSON or binary. */
type Foreign = { id?: string; type: string; data: JSONType | Uint8Array; metadata?: JSONType | Uint8Array }

/** A stored event, with the offset of its record in the log, in bytes. */
export type WrittenEvent = {
  id: string
  stream: string
  type: string
  data: JSONType | Uint8Array
  metadata: JSONType | Uint8Array
  position: number
}

/** The log of one shop, on a named server or a double, to which a test writes as another application would. */
export type LogServer = {
  url: string
  /** Appends to a stream at any revision; resolves to the position of the last event. */
  write(stream: string, ...events: readonly Foreign[]): Promise<number>
  /** The events of a stream; empty if it does not exist. */
  stored(stream: string): Promise<Foreign[]>
  /** The streams of all events of a shop, including the log's identity, one entry per event, in log order. */
  streamsOfShops(): Promise<string[]>
  /** All events, including system events. */
  all(): Promise<WrittenEvent[]>
  /** Truncates a stream completely: its events are hidden, and may be scavenged. */
  truncate(stream: string): Promise<void>
  /** Soft-deletes a stream; it can be written to again. */
  remove(stream: string): Promise<void>
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

/** Connects to a running server, which `close` does not stop. */
export function openLogServerAt(url: string): LogServer {
  const client = EventStoreDBClient.connectionString`${url}`
  return {
    url,
    async write(stream, ...events) {
      const { position } = await client.appendToStream(stream, events.map(proposed))
      return Number(position?.commit)
    },
    stored: (stream) => eventsIn(client.readStream<Stored>(stream)),
    async streamsOfShops() {
      const events = await eventsIn(client.readAll())
      const all = events.map(({ streamId: stream, type, data }) => ({ stream, type, data }))
      return all.filter((event) => shops.has(event)).map(({ stream }) => stream)
    },
    async all() {
      const events = await eventsIn(client.readAll())
      return events.map(({ id, streamId: stream, type, data, metadata, position }) => {
        const content = { data: contentOf(data), metadata: contentOf(metadata) }
        return { id, stream, type, ...content, position: Number(position.commit) }
      })
    },
    async truncate(stream) {
      await client.setStreamMetadata(stream, { truncateBefore: 1_000_000 })
    },
    async remove(stream) {
      await client.deleteStream(stream)
    },
    close: () => client.dispose(),
  }
}

const shops = shopsEvents(eventDefinitions)

/** Foreign events that only take up space. In no category of the shop. */
export const fillerStream = 'filler'

/** Whether a client wrote the event, other than to prepare the server for a test. */
export function isOfClients({ stream }: { stream: string }): boolean {
  return !stream.startsWith('$') && stream !== claimStream && stream !== fillerStream
}

/** The position of the newest event that a client wrote, other than to prepare the server; 0 if there is none. */
export async function endOf(server: LogServer): Promise<number> {
  return (await server.all()).findLast(isOfClients)?.position ?? 0
}

/** Reads to the end: an abandoned read of this client never terminates. */
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

function contentOf(content: unknown): JSONType | Uint8Array {
  if (content === undefined || content instanceof Uint8Array) return content ?? new Uint8Array()
  return JSON.parse(JSON.stringify(content))
}

function proposed({ id = newId(), type, data, metadata }: Foreign) {
  const common = { id, type, metadata }
  return data instanceof Uint8Array ? binaryEvent({ ...common, data }) : jsonEvent({ ...common, data })
}
