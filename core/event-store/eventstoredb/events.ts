import type { RecordedEvent as ClientEvent } from '@eventstore/db-client'
import type { NewEvent, Position, RecordedEvent } from '../event-store.ts'
import { recordedEvent, type StoredEvent } from '../codec/recorded-events.ts'

/** The metadata key for the original time of a copied event: EventStoreDB stamps each event with its own time. */
const originalTime = 'originalAt'

/** The same event for an append to EventStoreDB, with its original time in the metadata. */
export function copyOf({ id, type, data, metadata, at }: RecordedEvent): NewEvent {
  return { id, type, data, metadata: Object.assign({ ...metadata }, { [originalTime]: at }) }
}

/**
 * The byte offset in EventStoreDB's log at which the event was committed. Its `prepare` position is the same, except in
 * the old explicit transactions, which gRPC does not have.
 */
export function positionOf(event: ClientEvent | undefined): Position | undefined {
  const commit = event?.position?.commit
  return commit === undefined ? undefined : safePosition(commit)
}

/** @throws RangeError beyond 9 petabytes of log */
export function safePosition(commit: bigint): Position {
  const position = Number(commit)
  if (!Number.isSafeInteger(position))
    throw new RangeError(`EventStoreDB’s position ${commit} exceeds the largest safe integer`)
  return position
}

/** @throws UndecodableEvent */
export function recordedFrom(stored: StoredEvent): RecordedEvent {
  const event = recordedEvent(stored)
  const { [originalTime]: at, ...metadata } = withOriginalTime(event.metadata)
  return typeof at === 'string' ? { ...event, metadata, at } : event
}

function withOriginalTime(metadata: RecordedEvent['metadata']): RecordedEvent['metadata'] & { originalAt?: unknown } {
  return metadata
}
