import type { AuditEvent } from '#modules/audit/schema.ts'

/** The events of a history that are in the page at a time. */
const eventsPerPart = 100

/** A part of a history: its number, counted from 1, of so many, and its events, of which the first has this place. */
export type HistoryPart = { number: number; parts: number; events: readonly AuditEvent[]; first: number }

type Wanted = {
  /** The part in the address. */
  part: number | undefined
  /** Whether an event is the one after which the state is shown. */
  isCurrent: (event: AuditEvent) => boolean
}

/** The part of the events in the address, or else the one with the chosen point in time, or else the first. */
export function partOf(events: readonly AuditEvent[], { part, isCurrent }: Wanted): HistoryPart {
  const parts = Math.max(1, Math.ceil(events.length / eventsPerPart))
  const chosen = Math.max(0, events.findIndex(isCurrent))
  const number = Math.min(parts, Math.max(1, part ?? Math.floor(chosen / eventsPerPart) + 1))
  const first = (number - 1) * eventsPerPart
  return { number, parts, events: events.slice(first, first + eventsPerPart), first }
}
