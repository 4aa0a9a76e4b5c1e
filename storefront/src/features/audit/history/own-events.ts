import type { AuditEvent, StateAt, Timeline } from '#modules/audit/schema.ts'

/** The events of the object itself up to the chosen moment, without those of streams shown with it. */
export function ownEventsUntil({ events, stream }: Timeline, { revision }: StateAt): AuditEvent[] {
  return events.filter((event) => event.stream === stream && event.revision <= revision)
}
