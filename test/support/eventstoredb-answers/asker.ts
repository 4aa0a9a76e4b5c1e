import { randomUUID } from 'node:crypto'
import {
  EventStoreDBClient,
  jsonEvent,
  type AllStreamResolvedEvent,
  type AppendToStreamOptions,
  type EventData,
  type JSONType,
  type ResolvedEvent,
} from '@eventstore/db-client'
import { readEventStoreDbUrl } from '#core/event-store/eventstoredb/connection/url.ts'

/** A client for the questions, with names and ids unique to this run. */
export type QuestionClient = {
  client: EventStoreDBClient
  /** The prefix of the names of this run's streams. */
  run: string
  nameOf: (stream: string) => string
  /** The event with this number; the same number has the same id. */
  event: (number: number, changes?: { type?: string; data?: JSONType }) => EventData
  append: (stream: string, events: EventData[], options: AppendToStreamOptions) => Promise<object>
  /** Options that make an append a separate call, by passing credentials. */
  ownCall: Pick<AppendToStreamOptions, 'credentials'>
}

export function openQuestionClient(url: string): QuestionClient {
  const client = EventStoreDBClient.connectionString`${url}`
  const run = `run${randomUUID().slice(0, 8)}`
  const ids = new Map<number, string>()
  const nameOf = (stream: string) => `${run}-${stream}`
  const idOf = (number: number) => ids.get(number) ?? randomUUID()
  return {
    client,
    run,
    nameOf,
    event(number, { type = 'Asked', data = { n: number } } = {}) {
      const id = idOf(number)
      ids.set(number, id)
      return jsonEvent({ id, type, data, metadata: { by: 'x' } })
    },
    append: (stream, events, options) => client.appendToStream(nameOf(stream), events, options),
    ownCall: {
      credentials: readEventStoreDbUrl('TEST_EVENTSTORE_URL', url).credentials ?? { username: 'u', password: 'p' },
    },
  }
}

type Reading = AsyncIterable<ResolvedEvent | AllStreamResolvedEvent>

/** The events that a reader receives, without the fields that differ between runs. */
export async function read(reading: Reading): Promise<Record<string, unknown>[]> {
  const shown: Record<string, unknown>[] = []
  for await (const { event } of reading) {
    if (event === undefined) continue
    const { type, revision, streamId, isJson, data, metadata } = event
    shown.push({ type, revision, streamId, isJson, data, metadata })
  }
  return shown
}
