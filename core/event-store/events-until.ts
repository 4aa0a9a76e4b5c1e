import type { RecordedEvent } from './event-store.ts'

/** A point in the history of a stream: a revision, a time (ISO 8601), or the earlier of both. */
export type Until = { revision?: number | undefined; at?: string | undefined }

/**
 * The events of a stream up to that point. Their order decides which is later, never their times: after a clock was set
 * back, a later event has an earlier time, so the result ends before the first event after `at`.
 */
export function eventsUntil<Event extends Pick<RecordedEvent, 'revision' | 'at'>>(
  events: readonly Event[],
  { revision = Infinity, at }: Until,
): readonly Event[] {
  const time = at === undefined ? Infinity : Date.parse(at)
  const later = events.findIndex((event) => event.revision > revision || Date.parse(event.at) > time)
  return later < 0 ? events : events.slice(0, later)
}
