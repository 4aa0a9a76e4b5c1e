import type { Actor } from '../domain/actor.ts'
import type { IsoTime } from '../domain/clock.ts'

/** A JSON value: no Date, no bigint, no undefined inside arrays. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/**
 * A position in the global order of all events. Positions only grow, in commit order; 0 is before the first event. Only
 * their order has a meaning: Postgres numbers events 1, 2, 3 without gaps, EventStoreDB uses byte offsets in its log.
 */
export type Position = number

/** A position in one stream: 0 is its first event. */
export type Revision = number

/** The state of the stream that an append requires. */
export type ExpectedRevision = Revision | 'no-stream' | 'any'

/** The origin of an event. */
export type EventMetadata = {
  /** The id of the request that started the chain of causation. */
  correlationId: string
  /** The trace of another system that the request continued, 32 hexadecimal digits; without it, the correlation id names the trace. */
  traceId?: string | undefined
  /** The id of the event or request that directly caused this one. */
  causationId: string
  by: Actor
  schemaVersion: number
  /** The process run that wrote the event, where the log is outside the database. Set by the store (`writers/`). */
  writer?: string | undefined
}

export type NewEvent = {
  /** UUIDv7. Appending the same ids again at the same expected revision succeeds and writes nothing. */
  id: string
  /** Past tense, such as `OrderPlaced`. */
  type: string
  data: JsonObject
  metadata: EventMetadata
}

export type RecordedEvent = NewEvent & {
  stream: string
  revision: Revision
  position: Position
  /** When the store accepted the event. Never determines the order; `position` does. */
  at: IsoTime
}

/** The place of the last event of an append. */
export type Appended = { revision: Revision; position: Position }

/** An event by position and id, to check whether a log is still the same one. */
export type EventRef = { position: Position; id: string }

export type Page = {
  events: RecordedEvent[]
  /** The page covers everything up to this position; continue from here, also where `events` is empty. */
  position: Position
  /** All events of the shop that the page covers, of any type; set by stores whose positions do not count events. */
  own?: readonly EventRef[]
  /** The approximate stored size of `events`; 0 where unknown. */
  bytes?: number
  /** Whether a limit ended the page, so that more events may be available; otherwise it reached the end of the log. */
  isFull: boolean
  /** The last event of the shop that the page covers, of any type; undefined where it covers none. */
  last: EventRef | undefined
  /**
   * Foreign events that the page covers and skips (`ownership/shops-events.ts`): those of the requested types and of
   * types that the shop does not know; undefined where there are none.
   */
  foreign?: readonly ForeignEvent[] | undefined
}

/** A foreign event: it is in the shop's log, but another application wrote it. */
export type ForeignEvent = Pick<RecordedEvent, 'position' | 'stream' | 'type'>

/** The number of events that a page read after `after` covers, included in it or not. */
export function coveredBy(page: Page, after: Position): number {
  return page.own?.length ?? page.position - after
}

/** The place of one event. */
export type Place = { stream: string; revision: Revision }

/**
 * The port of the event log. An adapter applies the rule of `ownership/shops-events.ts`: reads never return foreign
 * events. One contract suite (`test/contracts/event-store.ts`) runs against every adapter.
 */
export interface EventStore {
  /**
   * Appends all of `events` (at least one) to one stream, or none.
   * @throws StreamConflict when the stream is not at `expected`
   * @throws EngineUnavailable when the engine does not answer; `outcome` says whether it may have been written
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>

  /**
   * A stream's events from revision `from` (0) to revision `to` (its end), both inclusive; empty where there is no such
   * stream. Revisions of foreign events in the stream are missing.
   */
  readStream(stream: string, span?: { from?: Revision; to?: Revision }): Promise<RecordedEvent[]>

  /**
   * The events at places in many streams, in any order; a place without an event adds none.
   * @throws UndecodableEvent when any of them cannot be read
   */
  readPlaces(places: readonly Place[]): Promise<RecordedEvent[]>

  /**
   * The next events after a position, in global order. `limit` bounds the number of positions scanned, and
   * `byteBudget.page` the bytes returned, except for a single larger event; `types` selects event types. Never skips an
   * event that commits later with a lower position.
   * @throws UndecodableEvent when the first event cannot be read; a later such event ends the page before it
   * @throws PositionNotInLog where the store can detect that `after` is not a position in its log
   */
  readAll(after: Position, options: { limit: number; types?: readonly string[] }): Promise<Page>

  /**
   * The position of the newest event of the shop, 0 when there is none; in Postgres, whose positions count events, the
   * newest event of any writer. Decreases where an older log was restored.
   */
  head(): Promise<Position>

  /** The id of the event at exactly this position, decodable or not; undefined where there is none. */
  idAt(position: Position): Promise<string | undefined>

  /**
   * The last event of the shop at or before a position; undefined where there is none.
   * @throws PositionNotInLog where the log ends before the position, or has no record there
   */
  lastUpTo(position: Position): Promise<EventRef | undefined>

  /** The position after which the newest `count` events follow; 0 where there are no more than that. */
  positionBefore(count: number): Promise<Position>

  /**
   * Calls `listener` soon after any process may have appended events. Only a hint: poll as well. `isInterrupted` where
   * the connection was interrupted or the head decreased, so that the log may be a different one from now on.
   */
  subscribe(listener: (isInterrupted: boolean) => void): () => void

  close(): Promise<void>
}

/** The stream has advanced since it was read, or exists already. */
export class StreamConflict extends Error {
  override readonly name = 'StreamConflict'
  readonly stream: string
  readonly expected: ExpectedRevision
  /** -1 when there is no such stream. */
  readonly actual: Revision

  constructor(stream: string, expected: ExpectedRevision, actual: Revision) {
    super(`stream ${stream} is at revision ${actual}, not at ${expected}`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

/** The log has no record at a position that was read from it earlier: it is a different log, or an older copy. */
export class PositionNotInLog extends Error {
  override readonly name = 'PositionNotInLog'
  readonly position: Position

  constructor(position: Position, options: { cause?: unknown } = {}) {
    super(`the event log has no record at position ${position}`, options)
    this.position = position
  }
}

/**
 * A stored event that does not match its schema, or that this release does not know. Stops every reader that needs it.
 */
export class UndecodableEvent extends Error {
  override readonly name = 'UndecodableEvent'
  readonly event: { stream: string; revision: Revision; position: Position; type: string; id: string }
  /** As stored, with personal texts sealed. Private, so that logging the error does not print it. */
  readonly #stored: StoredContent

  constructor(event: UndecodableEvent['event'] & StoredContent, reason: string, options: { cause?: unknown } = {}) {
    super(
      `event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) cannot be read: ${reason}`,
      options,
    )
    // Copies only these fields, whatever the caller passes: errors are logged, and logs must not contain event data.
    const { stream, revision, position, type, id } = event
    this.event = { stream, revision, position, type, id }
    const { data, metadata, at } = event
    this.#stored = { data, metadata, at }
  }

  /** The stored content: parsed JSON of any type, bytes where it is not JSON, undefined where there is none. */
  stored(): StoredContent {
    return this.#stored
  }
}

/** The content of an event as an engine returns it; `at` is when the engine accepted it. */
export type StoredContent = { data?: unknown; metadata?: unknown; at?: IsoTime | undefined }

/** The part of a stream's name before its first dash: `order` of `order-ORD12345678`. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-')
  return dash < 0 ? stream : stream.slice(0, dash)
}
