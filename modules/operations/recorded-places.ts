import { coalesceCalls } from '#core/async/coalesce.ts'
import type { EventStore, Place, Position, RecordedEvent } from '#core/event-store/event-store.ts'
import { operationsStreamOf } from './domain/events.ts'

/** Where an operation is recorded, and what a list of operations is narrowed and ordered by. */
export type RecordedPlace = Place & { position: Position; type: string; byId: string }

/**
 * The places of all operations on a projection or reactor, oldest first. A process reads each operation once, and keeps its
 * place: later calls read only what was added since. Names and contents are read when they are shown.
 */
export type RecordedPlaces = (name: string) => Promise<readonly RecordedPlace[]>

export function recordedPlaces(store: Pick<EventStore, 'readStream'>): RecordedPlaces {
  const ofNames = new Map<string, () => Promise<readonly RecordedPlace[]>>()
  return (name) => {
    const places = ofNames.get(name) ?? coalesceCalls(placesIn(store, operationsStreamOf(name)))
    ofNames.set(name, places)
    return places()
  }
}

function placesIn(store: Pick<EventStore, 'readStream'>, stream: string) {
  let places: RecordedPlace[] = []
  let last: RecordedEvent | undefined

  async function readAll(): Promise<void> {
    const events = await store.readStream(stream)
    places = events.map(placeOf)
    last = events.at(-1)
  }

  return async (): Promise<readonly RecordedPlace[]> => {
    if (last === undefined) {
      await readAll()
      return places
    }
    const [same, ...added] = await store.readStream(stream, { from: last.revision })
    // The event differs from the last known one: this is another log, such as an older copy that was restored.
    if (same?.id !== last.id) await readAll()
    else {
      places.push(...added.map(placeOf))
      last = added.at(-1) ?? last
    }
    return places
  }
}

function placeOf({ stream, revision, position, type, metadata }: RecordedEvent): RecordedPlace {
  return { stream, revision, position, type, byId: metadata.by.id }
}
