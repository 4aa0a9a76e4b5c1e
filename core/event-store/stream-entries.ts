import { UndecodableEvent, type EventStore, type RecordedEvent } from './event-store.ts'

/** An event, or the error that says why it cannot be read. */
export type StreamEntry = RecordedEvent | UndecodableEvent

export function isReadable(entry: StreamEntry): entry is RecordedEvent {
  return !(entry instanceof UndecodableEvent)
}

/** All entries of a stream, oldest first: an unreadable event does not hide the others. */
export async function streamEntries(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  from = 0,
): Promise<StreamEntry[]> {
  try {
    return await store.readStream(stream, { from })
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error
    const { revision } = error.event
    const before = revision > from ? await store.readStream(stream, { from, to: revision - 1 }) : []
    return [...before, error, ...(await streamEntries(store, stream, revision + 1))]
  }
}
