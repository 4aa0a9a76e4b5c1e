import { UndecodableEvent, type EventStore, type Page, type RecordedEvent } from '../event-store.ts'
import { refOf } from '../codec/recorded-events.ts'
import { leftOutEvents, type LeftOutEvents } from './left-out-events.ts'
import { leftOutStream } from './left-out-record.ts'

/**
 * The same store without the events that an operator has left out everywhere, including unreadable ones: for
 * subscriptions, builds and comparisons, and for readers of a stream, where the revision of such an event is missing.
 */
export function excludingLeftOut(store: EventStore): EventStore {
  const leftOut = leftOutEvents(store)
  return {
    ...store,
    readStream: streamReader(store, leftOut),
    readPlaces: placesReader(store, leftOut),
    readAll: logReader(store, leftOut),
  }
}

function streamReader(store: EventStore, leftOut: LeftOutEvents): EventStore['readStream'] {
  const readStream: EventStore['readStream'] = async (stream, span = {}) => {
    if (stream === leftOutStream) return store.readStream(stream, span)
    const ids = await leftOut.ids()
    try {
      return without(await store.readStream(stream, span), ids)
    } catch (error) {
      const { revision } = await eventToLeaveOut(error, leftOut)
      const { from = 0, to } = span
      const before = revision > from ? await readStream(stream, { from, to: revision - 1 }) : []
      if (to !== undefined && to <= revision) return before
      return [...before, ...(await readStream(stream, { ...span, from: revision + 1 }))]
    }
  }
  return readStream
}

function placesReader(store: EventStore, leftOut: LeftOutEvents): EventStore['readPlaces'] {
  const readPlaces: EventStore['readPlaces'] = async (places) => {
    const ids = await leftOut.ids()
    try {
      return without(await store.readPlaces(places), ids)
    } catch (error) {
      const { stream, revision } = await eventToLeaveOut(error, leftOut)
      const others = places.filter((place) => place.stream !== stream || place.revision !== revision)
      return others.length < places.length ? readPlaces(others) : Promise.reject(error)
    }
  }
  return readPlaces
}

function logReader(store: EventStore, leftOut: LeftOutEvents): EventStore['readAll'] {
  const readAll: EventStore['readAll'] = async (after, options): Promise<Page> => {
    const ids = await leftOut.ids()
    try {
      const page = await store.readAll(after, options)
      return { ...page, events: without(page.events, ids) }
    } catch (error) {
      const event = await eventToLeaveOut(error, leftOut)
      const page = await readAll(event.position, options)
      return { ...page, last: page.last ?? refOf(event) }
    }
  }
  return readAll
}

/** The unreadable event, if it is left out. @throws the given error otherwise */
async function eventToLeaveOut(error: unknown, leftOut: LeftOutEvents): Promise<UndecodableEvent['event']> {
  if (error instanceof UndecodableEvent && (await leftOut.has(error.event.id))) return error.event
  throw error
}

function without(events: RecordedEvent[], ids: ReadonlySet<string>): RecordedEvent[] {
  return ids.size === 0 ? events : events.filter(({ id }) => !ids.has(id))
}
