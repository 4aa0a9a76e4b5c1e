import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Actor } from '../../domain/actor.ts'
import { UndecodableEvent, type Position } from '../event-store.ts'
import { isSystemEvent, type ShopsEvents } from '../ownership/shops-events.ts'
import type { EventRef, ForeignEvent, JsonObject, Page, RecordedEvent } from '../event-store.ts'

const Metadata = Compile(
  Type.Object({
    correlationId: Type.String(),
    traceId: Type.Optional(Type.String()),
    causationId: Type.String(),
    by: Actor,
    schemaVersion: Type.Integer({ minimum: 1 }),
    writer: Type.Optional(Type.String()),
  }),
)

/** An event as an engine returns it; `data` and `metadata` are parsed JSON of any type, or bytes that are not JSON. */
export type StoredEvent = Omit<RecordedEvent, 'data' | 'metadata'> & { data: unknown; metadata: unknown }

/** @throws UndecodableEvent where it does not have the form of the shop's events */
export function recordedEvent(stored: StoredEvent): RecordedEvent {
  const { data, metadata } = stored
  if (!isJsonObject(data)) throw new UndecodableEvent(stored, 'its data is not a JSON object')
  if (!Metadata.Check(metadata)) throw new UndecodableEvent(stored, 'its metadata is not in the shop’s format')
  return { ...stored, data, metadata }
}

/** The value was parsed from JSON, so only its outermost type needs checking. */
function isJsonObject(parsed: unknown): parsed is JsonObject {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && !(parsed instanceof Uint8Array)
}

/** The events before the first one that cannot be read. */
export type Readable = { events: RecordedEvent[]; failure?: UndecodableEvent }

/** Decodes the events in order, up to the first failure; `decode` may throw `UndecodableEvent` or any other error. */
export function readableOf<Raw extends UndecodableEvent['event']>(
  all: readonly Raw[],
  decode: (raw: Raw) => RecordedEvent,
): Readable {
  const events: RecordedEvent[] = []
  for (const raw of all) {
    try {
      events.push(decode(raw))
    } catch (error) {
      return { events, failure: undecodable(raw, error) }
    }
  }
  return { events }
}

/** All of a stream. @throws UndecodableEvent */
export function allOf({ events, failure }: Readable): RecordedEvent[] {
  if (failure !== undefined) throw failure
  return events
}

/** What a page covers if all its events can be read. */
export type Coverage = Omit<Page, 'events'>

/** The page, cut before the first event that cannot be read. @throws UndecodableEvent where that is its first event */
export function pageOf({ events, failure }: Readable, covered: Coverage): Page {
  if (failure === undefined) return { ...covered, events }
  const last = events.at(-1)
  if (last === undefined) throw failure
  const foreign = upTo(last.position, covered.foreign)
  const own = covered.own && { own: covered.own.filter(({ position }) => position <= last.position) }
  return { ...covered, ...own, events, position: last.position, isFull: true, last: refOf(last), foreign }
}

/** The events at or before a position; undefined where there are none. */
function upTo(position: Position, events: readonly ForeignEvent[] = []): readonly ForeignEvent[] | undefined {
  const covered = events.filter((event) => event.position <= position)
  return covered.length === 0 ? undefined : covered
}

/** Separates the shop's events from foreign ones, of which it keeps only position, stream and type. */
export function partitionByOwner(
  { has }: ShopsEvents,
  stored: readonly StoredEvent[],
): { own: StoredEvent[]; foreign: readonly ForeignEvent[] | undefined } {
  const own: StoredEvent[] = []
  const others: ForeignEvent[] = []
  for (const event of stored) {
    if (has(event)) own.push(event)
    else if (!isSystemEvent(event)) others.push({ position: event.position, stream: event.stream, type: event.type })
  }
  return { own, foreign: others.length === 0 ? undefined : others }
}

export function refOf({ position, id }: EventRef): EventRef {
  return { position, id }
}

function undecodable(raw: UndecodableEvent['event'], error: unknown): UndecodableEvent {
  if (error instanceof UndecodableEvent) return error
  return new UndecodableEvent(raw, error instanceof Error ? error.message : 'unknown', { cause: error })
}
