import { UndecodableEvent, type EventStore } from '../../event-store/event-store.ts'

/** The ids of events to skip. */
export type SkippedIds = Pick<ReadonlySet<string>, 'has' | 'size'>

/** The events that a projection or a reactor skips by an operator's decision. */
export type SkippedEvents = (name: string) => Promise<SkippedIds>

export const nothingSkipped: SkippedEvents = () => Promise.resolve(new Set())

/** The log without these events, including undecodable ones. */
export function skipping(log: Pick<EventStore, 'readAll'>, skipped: SkippedIds): Pick<EventStore, 'readAll'> {
  if (skipped.size === 0) return log
  const readAll: EventStore['readAll'] = async (after, options) => {
    try {
      const page = await log.readAll(after, options)
      return { ...page, events: page.events.filter(({ id }) => !skipped.has(id)) }
    } catch (error) {
      if (!(error instanceof UndecodableEvent) || !skipped.has(error.event.id)) throw error
      return readAll(error.event.position, options)
    }
  }
  return { readAll }
}
