import { OperatorError } from '../../domain/errors.ts'
import { type StreamConflict, UndecodableEvent, type EventStore, type RecordedEvent } from '../event-store.ts'
import type { ExactAppend } from '../codec/prepared-append.ts'

/**
 * Appends in the order given and in the order of the calls: a later append is never written before an earlier one,
 * although calls do not wait for earlier ones to be acknowledged. Resolves when all are written. Never retries, because
 * a retry would come out of order.
 * @throws StreamConflict when a stream is not at the expected revision
 * @throws EngineUnavailable when the engine does not answer
 */
export type OrderedAppend = (appends: readonly ExactAppend[]) => Promise<void>

/**
 * The target of a copy. Once an append of one `inOrder` has failed, for any reason, all its later ones fail too
 * and are not sent, so that none is written ahead of one that was lost or refused. Call `inOrder` again to resume.
 */
export type CopyTarget = { store: EventStore; inOrder: () => OrderedAppend }

/**
 * The events that the target does not hold yet.
 * @throws OperatorError where it holds a different event at the same revision
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
  'Use another EventStoreDB: this one holds the streams of another shop, or a copy that was written to since.'

function otherEvent({ stream, revision, id }: RecordedEvent, idThere: string): OperatorError {
  const fact = `revision ${revision} of stream ${stream} is event ${idThere} in the target, and event ${id} in the source`
  return new OperatorError(`the target EventStoreDB holds different events: ${fact}`, remedy)
}

/** A stream that is ahead of the copy, although it does not hold the copy's events. */
export function otherStream({ stream, expected, actual }: StreamConflict): OperatorError {
  const fact = `stream ${stream} is at revision ${actual} in the target, but the copy expects ${String(expected)}`
  return new OperatorError(`the target EventStoreDB holds different events: ${fact}`, remedy)
}
