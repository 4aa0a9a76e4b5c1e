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

/** A page of events that are slow to come ends after so many ms, rather than being cut as a failure and asked for again. */
export const enoughMs = 2_000

type Opened = StreamingRead<ResolvedEvent> | StreamingRead<AllStreamResolvedEvent>

/** All events of one call. */
export async function readPage(
  connection: EventStoreDbConnection,
  open: (client: EventStoreDBClient, calling: Calling) => Opened,
): Promise<ClientEvent[]> {
  const events: ClientEvent[] = []
  await readEach(connection, open, (event) => {
    events.push(event)
    return true
  })
  return events
}

/**
 * Hands over the events of one call one by one, for as long as `take` wants more. Where it does not, and where the call
 * fails or takes too long, the call is cancelled, because the library leaves it open.
 */
export async function readEach(
  connection: EventStoreDbConnection,
  open: (client: EventStoreDBClient, calling: Calling) => Opened,
  take: (event: ClientEvent) => boolean,
): Promise<void> {
  let opened: Opened | undefined
  try {
    await connection.call(pageMs, async (client, calling) => {
      opened = open(client, calling)
      // After it was cancelled it may still tell of that, with nobody left to hear.
      opened.on('error', () => undefined)
      for await (const { event } of opened) {
        if (event === undefined || take(event)) continue
        void opened.cancel().catch(() => undefined)
        return
      }
    })
  } catch (error) {
    void opened?.cancel().catch(() => undefined)
    throw error instanceof EngineUnavailable ? nothingWritten(error) : error
  }
}

function nothingWritten(error: EngineUnavailable): EngineUnavailable {
  return new EngineUnavailable(error.engine, { outcome: 'none', cause: error.cause })
}
