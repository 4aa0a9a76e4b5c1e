import { UndecodableEvent, type EventStore, type Position } from '#core/event-store/event-store.ts'

/** The positions of the events that an operator has told a projection, or a reactor, to leave out. */
export type SkippedPositions = (name: string) => Promise<ReadonlySet<Position>>

export const nothingSkipped: SkippedPositions = () => Promise.resolve(new Set())

/** The log without the events at these positions, those included that cannot be read. */
export function skipping(
  log: Pick<EventStore, 'readAll'>,
  skipped: ReadonlySet<Position>,
): Pick<EventStore, 'readAll'> {
  if (skipped.size === 0) return log
  const readAll: EventStore['readAll'] = async (after, options) => {
    try {
      const page = await log.readAll(after, options)
      return { ...page, events: page.events.filter(({ position }) => !skipped.has(position)) }
    } catch (error) {
      if (!(error instanceof UndecodableEvent) || !skipped.has(error.event.position)) throw error
      return readAll(error.event.position, options)
    }
  }
  return { readAll }
}
