import { Rejection } from '../../domain/errors.ts'
import type { ExpectedRevision, NewEvent, Revision } from '../event-store.ts'
import { assertStorable } from './storable.ts'

/** The largest append, in bytes of data and metadata together: EventStoreDB's default limit. */
export const maxAppendBytes = 1_000_000

const longestStreamName = 512
const longestType = 200
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An append that every engine accepts, with its events serialised as JSON. */
export type PreparedAppend = {
  stream: string
  expected: ExpectedRevision
  events: readonly { id: string; type: string; data: string; metadata: string }[]
  /** The size of data and metadata together. */
  bytes: number
}

/** An append at a revision that the caller knows. */
export type ExactAppend = Pick<PreparedAppend, 'stream' | 'events'> & { expected: 'no-stream' | Revision }

/**
 * Validates an append before it reaches an engine.
 * @throws TypeError where it violates the port's contract: a programming error
 * @throws Rejection for text that cannot be stored (`invalid`), or an append that is too large (`too-large`)
 */
export function prepareAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): PreparedAppend {
  assertName('a stream', stream, longestStreamName)
  if (typeof expected === 'number' && !isRevision(expected)) throw new TypeError(`${expected} is not a valid revision`)
  if (events.length === 0) throw new TypeError(`an append to ${stream} needs at least one event`)
  const ids = new Set(events.map((event) => event.id))
  if (ids.size < events.length) throw new TypeError(`an append to ${stream} contains an event id twice`)
  const written = events.map(prepareEvent)
  const bytes = written.reduce((sum, event) => sum + bytesOfWritten(event), 0)
  if (bytes > maxAppendBytes) throw new Rejection('too-large', 'This is too large to be stored.')
  return { stream, expected, events: written, bytes }
}

/** The size that a serialised event adds to an append. */
export function bytesOfWritten({ data, metadata }: { data: string; metadata: string }): number {
  return Buffer.byteLength(data) + Buffer.byteLength(metadata)
}

function prepareEvent({ id, type, data, metadata }: NewEvent): PreparedAppend['events'][number] {
  if (!uuid.test(id)) throw new TypeError(`an event id must be a lower-case UUID, not ${JSON.stringify(id)}`)
  assertName('an event type', type, longestType)
  assertStorable(data)
  assertStorable(metadata, 'metadata')
  return writtenEvent({ id, type, data, metadata })
}

/** Without validation, for an event that another store of the shop has already accepted. */
export function writtenEvent({ id, type, data, metadata }: NewEvent): PreparedAppend['events'][number] {
  return { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
}

function assertName(what: string, name: string, longest: number): void {
  assertStorable(name, what)
  if (name === '' || name.length > longest)
    throw new TypeError(`the name of ${what} must have 1 to ${longest} characters`)
}

function isRevision(revision: number): boolean {
  return Number.isInteger(revision) && revision >= 0 && revision < 2 ** 31
}
