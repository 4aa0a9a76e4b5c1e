import { Type, type Static } from 'typebox'
import type { Actor } from '../../domain/actor.ts'
import type { RecordedEvent } from '../../event-store/event-store.ts'

/** One event of a history, which lists the oldest first. A buyer does not see other people's ids. */
export const HistoryEntry = Type.Object({
  revision: Type.Integer(),
  type: Type.String(),
  at: Type.String({ format: 'date-time' }),
  by: Type.Object({ id: Type.Optional(Type.String()), name: Type.String(), role: Type.String() }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The event’s data as stored: amounts in paise',
  }),
  correlationId: Type.String(),
  causationId: Type.String(),
  position: Type.Integer(),
})
export type HistoryEntry = Static<typeof HistoryEntry>

/** The event as `viewer` may see it: only an ADMIN sees other people's ids and names. */
export function presentHistoryEntry(event: RecordedEvent, viewer: Actor): HistoryEntry {
  const { by, correlationId, causationId } = event.metadata
  const isOpen = viewer.role === 'ADMIN' || viewer.id === by.id
  return {
    revision: event.revision,
    type: event.type,
    at: event.at,
    by: isOpen ? by : { name: 'The shop', role: by.role },
    data: event.data,
    correlationId,
    causationId,
    position: event.position,
  }
}
