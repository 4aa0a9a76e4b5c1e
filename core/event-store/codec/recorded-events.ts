import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Actor } from '../../domain/actor.ts'
import { UndecodableEvent, type Position } from '../event-store.ts'
import { isOfTheServer, type ShopsEvents } from '../ownership/shops-events.ts'
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

/** An event as it comes out of an engine; `data` and `metadata` are parsed JSON of any kind, or bytes that are no JSON. */
export type StoredEvent = Omit<RecordedEvent, 'data' | 'metadata'> & { data: unknown; metadata: unknown }

/** @throws UndecodableEvent where it is no event that the shop wrote */
export function recordedEvent(stored: StoredEvent): RecordedEvent {
  const { data, metadata } = stored
  if (!isJsonObject(data)) throw new UndecodableEvent(stored, 'its data is no JSON object')
  if (!Metadata.Check(metadata)) throw new UndecodableEvent(stored, 'its metadata is not as the shop writes it')
  return { ...stored, data, metadata }
}

/** Of parsed JSON only the outermost kind is left to look at. */
function isJsonObject(parsed: unknown): parsed is JsonObject {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && !(parsed instanceof Uint8Array)
}

/** What could be read before the first event that could not. */
export type Readable = { events: RecordedEvent[]; failure?: UndecodableEvent }

/** Decodes one after the other as far as it goes; `decode` may throw `UndecodableEvent` or any other error. */
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

/** What a page covers where all its events can be read. */
export type Coverage = Omit<Page, 'events'>

/** A page that ends before an event that cannot be read. @throws UndecodableEvent where that is its first */
export function pageOf({ events, failure }: Readable, covered: Coverage): Page {
  if (failure === undefined) return { ...covered, events }
  const last = events.at(-1)
  if (last === undefined) throw failure
  const passedOver = upTo(last.position, covered.passedOver)
  const own = covered.own && { own: covered.own.filter(({ position }) => position <= last.position) }
  return { ...covered, ...own, events, position: last.position, isFull: true, last: refOf(last), passedOver }
}

/** Those at or before a position; undefined where there are none. */
function upTo(position: Position, events: readonly ForeignEvent[] = []): readonly ForeignEvent[] | undefined {
  const covered = events.filter((event) => event.position <= position)
  return covered.length === 0 ? undefined : covered
}

/** The shop's events among these, and where the others are. */
export function partedBy(
  { has }: ShopsEvents,
  stored: readonly StoredEvent[],
): { own: StoredEvent[]; passedOver: readonly ForeignEvent[] | undefined } {
  const own: StoredEvent[] = []
  const others: ForeignEvent[] = []
  for (const event of stored) {
    if (has(event)) own.push(event)
    else if (!isOfTheServer(event)) others.push({ position: event.position, stream: event.stream, type: event.type })
  }
  return { own, passedOver: others.length === 0 ? undefined : others }
}

export function refOf({ position, id }: EventRef): EventRef {
  return { position, id }
}

function undecodable(raw: UndecodableEvent['event'], error: unknown): UndecodableEvent {
  if (error instanceof UndecodableEvent) return error
  return new UndecodableEvent(raw, error instanceof Error ? error.message : 'unknown', { cause: error })
}
