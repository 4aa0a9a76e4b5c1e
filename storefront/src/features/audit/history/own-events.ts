import type { AuditEvent, StateAt, Timeline } from '#modules/audit/schema.ts'

/** The events of the thing itself, without those of streams shown with it, up to the moment shown. */
export function ownEventsUntil({ events, stream }: Timeline, { revision }: StateAt): AuditEvent[] {
  return events.filter((event) => event.stream === stream && event.revision <= revision)
}
