import type { RecordedEvent } from './event-store.ts'

/** A moment in the life of a stream: a revision, a time (ISO 8601), or the earlier of both. */
export type Until = { revision?: number | undefined; at?: string | undefined }

/**
 * The events of a stream up to then. Their order says which came later, never their times: a clock that was set back
 * writes a later event under an earlier time, so the first event after `at` ends what is handed out.
 */
export function eventsUntil<Event extends Pick<RecordedEvent, 'revision' | 'at'>>(
  events: readonly Event[],
  { revision = Infinity, at }: Until,
): readonly Event[] {
  const time = at === undefined ? Infinity : Date.parse(at)
  const later = events.findIndex((event) => event.revision > revision || Date.parse(event.at) > time)
  return later < 0 ? events : events.slice(0, later)
}
