import type { TSchema } from 'typebox'
import type { EventOf } from '../../domain/decider.ts'
import type { RecordedEvent } from '../event-store.ts'

type Definitions = Record<string, { schema: TSchema }>

/**
 * Recorded events as the union that `definitions` describe. Their data has been checked by the codec at the store's edge,
 * so the type's name is all that is left to look at. Throws where an event is none of these.
 */
export function eventsOf<D extends Definitions>(
  definitions: D,
  events: readonly RecordedEvent[],
): (RecordedEvent & EventOf<D>)[] {
  const isOne = (event: RecordedEvent): event is RecordedEvent & EventOf<D> => Object.hasOwn(definitions, event.type)
  return events.map((event) => {
    if (isOne(event)) return event
    throw new Error(`stream ${event.stream} holds an event that does not belong there: ${event.type}`)
  })
}
