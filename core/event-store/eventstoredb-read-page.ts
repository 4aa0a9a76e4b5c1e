import type {
  AllStreamResolvedEvent,
  EventStoreDBClient,
  RecordedEvent as ClientEvent,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client'
import { EngineUnavailable } from '../errors.ts'
import type { Calling, EventStoreDbConnection } from './eventstoredb-connection.ts'

/** The library's own deadlines do not hold for reading; a page that takes longer than this is cut. */
const pageMs = 5_000

type Opened = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** All events of one call; where it fails or takes too long it is cancelled, because the library leaves it open. */
export async function readPage(
  connection: EventStoreDbConnection,
  open: (client: EventStoreDBClient, calling: Calling) => Opened,
): Promise<ClientEvent[]> {
  let opened: Opened | undefined
  try {
    return await connection.call(pageMs, async (client, calling) => {
      opened = open(client, calling)
      // After it was cancelled it may still tell of that, with nobody left to hear.
      opened.on('error', () => undefined)
      const events: ClientEvent[] = []
      for await (const { event } of opened) if (event !== undefined) events.push(event)
      return events
    })
  } catch (error) {
    void opened?.cancel().catch(() => undefined)
    throw error instanceof EngineUnavailable ? nothingWritten(error) : error
  }
}

function nothingWritten(error: EngineUnavailable): EngineUnavailable {
  return new EngineUnavailable(error.engine, { outcome: 'none', cause: error.cause })
}
