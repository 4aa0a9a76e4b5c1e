import type { Static } from 'typebox'
import type { Actor } from '#core/domain/actor.ts'
import type { EventStore, JsonObject, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import { skippedIn, skipStream } from '#core/event-store/skipped/skip-record.ts'
import { eventsOf } from '#core/event-store/codec/typed-events.ts'
import type { NewId } from '#core/domain/ids.ts'
import { recordedPlaces, type RecordedPlace } from './recorded-places.ts'
import { operationsEvents, operationsStreamOf, type OperationsEventType } from './domain/events.ts'

/** An operation by an operator. */
export type OperationEvent = {
  [Type in OperationsEventType]: { type: Type; data: Static<(typeof operationsEvents)[Type]['schema']> }
}[OperationsEventType]

/** A recorded operation, with its time and actor. */
export type RecordedOperation = {
  position: Position
  type: string
  at: string
  by: Actor
  data: JsonObject
}

/** By whom (the id of an account or operator), and before which position. */
export type HistoryPart = { limit: number; by?: string | undefined; before?: Position | undefined }

/** `hasMore`: older ones follow. */
export type HistoryPage = { operations: RecordedOperation[]; hasMore: boolean }

/** The record of the operations on projections and reactors. */
export type OperationsRecord = {
  /** Resolves to the position of the event. Idempotent for the same `id`. @throws EngineUnavailable */
  write: (by: Actor, event: OperationEvent, id?: string) => Promise<Position>
  /** A part of the operations on these projections and reactors, newest first. */
  history: (names: readonly string[], part: HistoryPart) => Promise<HistoryPage>
  /** The newest replay, dry run and verification of each of these. */
  results: (names: readonly string[]) => Promise<RecordedOperation[]>
  /** The persons who have operated on these, those with the newest operations first; at most `mostPeople`. */
  people: (names: readonly string[]) => Promise<Actor[]>
  /**
   * The ids of the events that a projection or reactor skips, each with the position at which it failed. Ids, because
   * they stay the same when the log moves to another engine, and positions do not.
   */
  skipped: (name: string) => Promise<ReadonlyMap<string, Position>>
  /** The same for the events that are skipped for every reader of the log (`core/event-store/skipped`). */
  skippedEverywhere: () => Promise<ReadonlyMap<string, Position>>
}

/** Keeps the record in the event log: one stream for each projection and reactor. */
export function openOperationsRecord({ store, newId }: { store: EventStore; newId: NewId }): OperationsRecord {
  const placesOf = recordedPlaces(store)
  const read = async (places: readonly RecordedPlace[]) =>
    (await store.readPlaces(places)).map(recorded).toSorted(byPosition)
  return {
    async write(by, { type, data }, id = newId()) {
      const metadata = { correlationId: id, causationId: id, by, schemaVersion: 1 }
      const event = { id, type, data: { ...data }, metadata }
      return (await store.append(operationsStreamOf(data.projection), 'any', [event])).position
    },
    async history(names, { limit, by, before = Infinity }) {
      const fits = ({ byId, position }: RecordedPlace) => position < before && (by === undefined || byId === by)
      const found = (await Promise.all(names.map(placesOf))).flatMap((places) => newestOf(places, fits, limit + 1))
      const newest = found.toSorted(byPosition).slice(0, limit)
      return { operations: await read(newest), hasMore: found.length > newest.length }
    },
    async results(names) {
      const places = await Promise.all(names.map(placesOf))
      return read(
        places.flatMap((all) => resultTypes.flatMap((type) => all.findLast((one) => one.type === type) ?? [])),
      )
    },
    async people(names) {
      const newest = new Map<string, RecordedPlace>()
      for (const place of (await Promise.all(names.map(placesOf))).flat().toSorted(byPosition))
        if (newest.size < mostPeople && !newest.has(place.byId)) newest.set(place.byId, place)
      return (await read([...newest.values()])).map(({ by }) => by)
    },
    async skipped(name) {
      const skipped = new Map<string, Position>()
      for (const { type, data } of eventsOf(operationsEvents, await store.readStream(operationsStreamOf(name)))) {
        if (type === 'ProjectionEventSkipped') skipped.set(data.event.id, data.position)
        if (type === 'ProjectionSkipWithdrawn') withdraw(skipped, data.position)
      }
      return skipped
    },
    skippedEverywhere: async () => skippedIn(await store.readStream(skipStream)),
  }
}

const resultTypes: readonly OperationsEventType[] = [
  'ProjectionReplayed',
  'ProjectionReplayRehearsed',
  'ProjectionVerified',
]

const mostPeople = 100

function byPosition(one: { position: Position }, other: { position: Position }): number {
  return other.position - one.position
}

/** The last ones that fit, at most `most`. */
function newestOf<T>(all: readonly T[], fits: (one: T) => boolean, most: number): T[] {
  const found: T[] = []
  for (let index = all.length - 1; index >= 0 && found.length < most; index -= 1) {
    const one = all[index]
    if (one !== undefined && fits(one)) found.push(one)
  }
  return found
}

function withdraw(skipped: Map<string, Position>, position: Position): void {
  for (const [id, failedAt] of skipped) if (failedAt === position) skipped.delete(id)
}

function recorded({ position, type, at, data, metadata }: RecordedEvent): RecordedOperation {
  return { position, type, at, data, by: metadata.by }
}
