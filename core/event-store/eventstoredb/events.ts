import type { RecordedEvent as ClientEvent } from '@eventstore/db-client'
import type { NewEvent, Position, RecordedEvent } from '../event-store.ts'
import { recordedEvent, type StoredEvent } from '../codec/recorded-events.ts'

/** Where an event that was copied from another store keeps its time: EventStoreDB stamps everything with its own. */
const originalTime = 'originalAt'

/** The same event, to be appended to EventStoreDB as it was, its time included. */
export function copyOf({ id, type, data, metadata, at }: RecordedEvent): NewEvent {
  return { id, type, data, metadata: Object.assign({ ...metadata }, { [originalTime]: at }) }
}

/**
 * The byte in EventStoreDB's log at which an event was committed. Its `prepare` position is the same for every event that
 * was not written in one of the old explicit transactions, which gRPC does not have.
 */
export function positionOf(event: ClientEvent | undefined): Position | undefined {
  const commit = event?.position?.commit
  return commit === undefined ? undefined : safePosition(commit)
}

/** @throws RangeError beyond 9 petabytes of log */
export function safePosition(commit: bigint): Position {
  const position = Number(commit)
  if (!Number.isSafeInteger(position)) throw new RangeError(`EventStoreDB’s position ${commit} is beyond what is exact`)
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
