import { OperatorError } from '../../domain/errors.ts'
import { type StreamConflict, UndecodableEvent, type EventStore, type RecordedEvent } from '../event-store.ts'
import type { ExactAppend } from '../codec/prepared-append.ts'

/**
 * Appends in the order given, and in that of the calls: a later one never stands before an earlier one in the log, though
 * none waits for the earlier one to be answered. Resolves when all are written. Never repeats anything by itself, because a
 * repetition would come too late.
 * @throws StreamConflict when a stream is not where its append expects it
 * @throws EngineUnavailable when the engine does not answer
 */
export type OrderedAppend = (appends: readonly ExactAppend[]) => Promise<void>

/**
 * Where events are copied to. Once an append of one `inOrder` has failed, for whatever reason, all later ones of it fail too
 * and are not sent, so that none is written in front of one that was lost or refused: begin again with another.
 */
export type CopyTarget = { store: EventStore; inOrder: () => OrderedAppend }

/**
 * The events that the target does not hold yet.
 * @throws OperatorError where it holds another event in the place of one of them
 */
export async function missingIn({ store }: CopyTarget, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const there = await store.readPlaces(events).catch((error: unknown) => {
    throw error instanceof UndecodableEvent ? unreadable(error, events) : error
  })
  const ids = new Map(there.map((event) => [placeOf(event), event.id]))
  return events.filter((event) => {
    const id = ids.get(placeOf(event))
    if (id !== undefined && id !== event.id) throw otherEvent(event, id)
    return id === undefined
  })
}

function placeOf({ stream, revision }: { stream: string; revision: number }): string {
  return `${revision}@${stream}`
}

function unreadable({ event: there }: UndecodableEvent, events: readonly RecordedEvent[]): unknown {
  const event = events.find((one) => placeOf(one) === placeOf(there))
  return event === undefined ? there : otherEvent(event, there.id)
}

const remedy =
  'Name another EventStoreDB: this one holds the streams of another shop, or a copy that was written to since.'

function otherEvent({ stream, revision, id }: RecordedEvent, idThere: string): OperatorError {
  const fact = `revision ${revision} of stream ${stream} is event ${idThere} there, and event ${id} here`
  return new OperatorError(`the EventStoreDB to copy to holds other events: ${fact}`, remedy)
}

/** A stream that is further on than the copy has brought it, though the events of the copy are not in it. */
export function otherStream({ stream, expected, actual }: StreamConflict): OperatorError {
  const fact = `stream ${stream} is at revision ${actual} there, where the copy expects ${String(expected)}`
  return new OperatorError(`the EventStoreDB to copy to holds other events: ${fact}`, remedy)
}
