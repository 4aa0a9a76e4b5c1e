import { UndecodableEvent, type EventStore, type Page, type RecordedEvent } from '../event-store.ts'
import { refOf } from '../codec/recorded-events.ts'
import { skippedEvents, type SkippedEvents } from './skipped-events.ts'
import { skipStream } from './skip-record.ts'

/**
 * The same store without the events that an operator has skipped everywhere, including unreadable ones: for
 * subscriptions, builds and comparisons, and for readers of a stream, where the revision of such an event is missing.
 */
export function excludingSkipped(store: EventStore): EventStore {
  const skipped = skippedEvents(store)
  return {
    ...store,
    readStream: streamReader(store, skipped),
    readPlaces: placesReader(store, skipped),
    readAll: logReader(store, skipped),
  }
}

function streamReader(store: EventStore, skipped: SkippedEvents): EventStore['readStream'] {
  const readStream: EventStore['readStream'] = async (stream, span = {}) => {
    if (stream === skipStream) return store.readStream(stream, span)
    const ids = await skipped.ids()
    try {
      return without(await store.readStream(stream, span), ids)
    } catch (error) {
      const { revision } = await eventToSkip(error, skipped)
      const { from = 0, to } = span
      const before = revision > from ? await readStream(stream, { from, to: revision - 1 }) : []
      if (to !== undefined && to <= revision) return before
      return [...before, ...(await readStream(stream, { ...span, from: revision + 1 }))]
    }
  }
  return readStream
}

function placesReader(store: EventStore, skipped: SkippedEvents): EventStore['readPlaces'] {
  const readPlaces: EventStore['readPlaces'] = async (places) => {
    const ids = await skipped.ids()
    try {
      return without(await store.readPlaces(places), ids)
    } catch (error) {
      const { stream, revision } = await eventToSkip(error, skipped)
      const others = places.filter((place) => place.stream !== stream || place.revision !== revision)
      return others.length < places.length ? readPlaces(others) : Promise.reject(error)
    }
  }
  return readPlaces
}

function logReader(store: EventStore, skipped: SkippedEvents): EventStore['readAll'] {
  const readAll: EventStore['readAll'] = async (after, options): Promise<Page> => {
    const ids = await skipped.ids()
    try {
      const page = await store.readAll(after, options)
      return { ...page, events: without(page.events, ids) }
    } catch (error) {
      const event = await eventToSkip(error, skipped)
      const page = await readAll(event.position, options)
      return { ...page, last: page.last ?? refOf(event) }
    }
  }
  return readAll
}

/** The unreadable event, if it is skipped. @throws the given error otherwise */
async function eventToSkip(error: unknown, skipped: SkippedEvents): Promise<UndecodableEvent['event']> {
  if (error instanceof UndecodableEvent && (await skipped.has(error.event.id))) return error.event
  throw error
}

function without(events: RecordedEvent[], ids: ReadonlySet<string>): RecordedEvent[] {
  return ids.size === 0 ? events : events.filter(({ id }) => !ids.has(id))
}
