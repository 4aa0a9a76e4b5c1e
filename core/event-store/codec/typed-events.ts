import type { TSchema } from 'typebox'
import type { EventOf } from '../../domain/decider.ts'
import type { RecordedEvent } from '../event-store.ts'

type Definitions = Record<string, { schema: TSchema }>

/**
 * Narrows recorded events to the union that `definitions` describe. The codec has already validated their data, so only
 * the type's name is checked here. Throws where an event is of another type.
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
