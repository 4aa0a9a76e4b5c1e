import type { Actor } from '../domain/actor.ts'
import type { IsoTime } from '../domain/clock.ts'

/** What is JSON and nothing else: no Date, no bigint, no undefined inside arrays. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/**
 * A place in the global order of all events. Positions only grow, in commit order; 0 is before the first event. They are
 * opaque but for their order: Postgres counts 1, 2, 3 without a hole, EventStoreDB uses byte offsets in its log.
 */
export type Position = number

/** A place in one stream: 0 is its first event. */
export type Revision = number

/** What a stream must look like for an append to be taken. */
export type ExpectedRevision = Revision | 'no-stream' | 'any'

/** Where an event comes from. */
export type EventMetadata = {
  /** The id of the request that all this belongs to. */
  correlationId: string
  /** The trace of another system that the request continued, 32 hexadecimal digits; without it, the correlation id names the trace. */
  traceId?: string | undefined
  /** The id of the event or request that directly caused this one. */
  causationId: string
  by: Actor
  schemaVersion: number
  /** Which run of a process wrote it, where the log is outside the database; the store's own (`writers/`). */
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
  /** When the store took it. Order is told by `position`, never by this. */
  at: IsoTime
}

/** Where the last event of an append landed. */
export type Appended = { revision: Revision; position: Position }

/** An event by its place in the log and its id: whether a log is still the same can be checked by it. */
export type EventRef = { position: Position; id: string }

export type Page = {
  events: RecordedEvent[]
  /** Everything up to here has been looked at; ask on from here, also where `events` is empty. */
  position: Position
  /** All events of the shop that it covers, whichever `types` were asked for; by a store whose positions do not count them. */
  own?: readonly EventRef[]
  /** About how many bytes `events` take as stored; 0 where it is left out. */
  bytes?: number
  /** Whether a limit ended the page, so that more events may follow at once; otherwise the log ended here. */
  isFull: boolean
  /** The last event of the shop that the page covers, whichever `types` were asked for; undefined where it covers none. */
  last: EventRef | undefined
  /**
   * Events of others that the page covers and leaves out (`ownership/shops-events.ts`), of the types that were asked for and
   * of types that the shop does not know; undefined where there are none.
   */
  passedOver?: readonly ForeignEvent[] | undefined
}

/** An event in the shop's log that is not the shop's. */
export type ForeignEvent = Pick<RecordedEvent, 'position' | 'stream' | 'type'>

/** How many events a page that was read after `after` covers, whether it holds them or not. */
export function coveredBy(page: Page, after: Position): number {
  return page.own?.length ?? page.position - after
}

/** Where one event is. */
export type Place = { stream: string; revision: Revision }

/**
 * The port of the event log. An adapter is given the rule of `ownership/shops-events.ts`: what is not the shop's is never
 * handed out. One contract suite (`test/contracts/event-store.ts`) runs over every
 * adapter.
 */
export interface EventStore {
  /**
   * Appends all of `events` (at least one) to one stream, or none.
   * @throws StreamConflict when the stream is not at `expected`
   * @throws EngineUnavailable when the engine does not answer; `outcome` says whether it may have been written
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>

  /**
   * A stream's events from revision `from` (0) to revision `to` (its end), both included; empty when there is none. Where
   * others have written to the stream, their revisions are left out.
   */
  readStream(stream: string, span?: { from?: Revision; to?: Revision }): Promise<RecordedEvent[]>

  /**
   * Events of many streams at once, in any order; where there is none at a place, none comes.
   * @throws UndecodableEvent when any of them cannot be read
   */
  readPlaces(places: readonly Place[]): Promise<RecordedEvent[]>

  /**
   * The next events after a position, in global order. `limit` bounds how many positions are looked at, and
   * `byteBudget.page` the bytes that are handed out, but for one event that is larger by itself; `types` leaves out the
   * others. Never steps over an event that commits later with a lower position.
   * @throws UndecodableEvent when the very next event cannot be read; events before it are handed out first
   * @throws PositionNotInLog where the store can tell that `after` is no place in its log
   */
  readAll(after: Position, options: { limit: number; types?: readonly string[] }): Promise<Page>

  /**
   * The position of the newest event of the shop, 0 when there is none; in Postgres, whose positions count events, of the
   * newest event of anybody. It is lower than before where an older log was restored.
   */
  head(): Promise<Position>

  /** The id of the event at exactly this position, whether or not it can be decoded; undefined where there is none. */
  idAt(position: Position): Promise<string | undefined>

  /**
   * The last event of the shop at or before a position; undefined where there is none.
   * @throws PositionNotInLog where the log ends before the position, or has no record there
   */
  lastUpTo(position: Position): Promise<EventRef | undefined>

  /** The position after which the newest `count` events come; 0 where there are not more. */
  positionBefore(count: number): Promise<Position>

  /**
   * Calls `listener` soon after events may have been appended, by any process. A hint: poll as well. `isInterrupted` where
   * the connection was interrupted or the head went back, so that the log may be another one from now on.
   */
  subscribe(listener: (isInterrupted: boolean) => void): () => void

  close(): Promise<void>
}

/** The stream moved on, or exists already, since it was read. */
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

/** The log has no record at a position that was taken from it earlier: it is another log, or an older copy. */
export class PositionNotInLog extends Error {
  override readonly name = 'PositionNotInLog'
  readonly position: Position

  constructor(position: Position, options: { cause?: unknown } = {}) {
    super(`the event log has no record at position ${position}`, options)
    this.position = position
  }
}

/** A stored event that its schema, or the code of this version, does not understand: it stops whoever needs it. */
export class UndecodableEvent extends Error {
  override readonly name = 'UndecodableEvent'
  readonly event: { stream: string; revision: Revision; position: Position; type: string; id: string }
  /** As it is stored, personal texts sealed. Not part of what a log line shows of an error. */
  readonly #stored: StoredContent

  constructor(event: UndecodableEvent['event'] & StoredContent, reason: string, options: { cause?: unknown } = {}) {
    super(
      `event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) cannot be read: ${reason}`,
      options,
    )
    // Only these, whatever more was handed in: an error is logged, and the event's data is no log's business.
    const { stream, revision, position, type, id } = event
    this.event = { stream, revision, position, type, id }
    const { data, metadata, at } = event
    this.#stored = { data, metadata, at }
  }

  /** What is stored: parsed JSON of any kind, bytes where it is no JSON, undefined where there is nothing. */
  stored(): StoredContent {
    return this.#stored
  }
}

/** What an event holds, as an engine gives it; `at` is when the engine took it. */
export type StoredContent = { data?: unknown; metadata?: unknown; at?: IsoTime | undefined }

/** The part of a stream's name before its first dash: `order` of `order-ORD12345678`. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-')
  return dash < 0 ? stream : stream.slice(0, dash)
}
