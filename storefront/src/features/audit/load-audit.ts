import type { AuditPage, EventFamily, StateAt, Timeline } from '#modules/audit/schema.ts'
import { fetchEventFamily, fetchEvents, fetchStateAt, fetchTimeline } from '../../lib/api/audit.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { EventsSearch, HistorySearch } from './audit-params.ts'

/** Events per page. */
const eventsPerPage = 50

export type EventsScreenData = { search: EventsSearch; page: AuditPage; crumb: string }

export async function loadEvents(api: ApiClient, search: EventsSearch, signal: AbortSignal): Promise<EventsScreenData> {
  const { before, ...filter } = search
  return {
    search,
    page: await fetchEvents(api, { filter, at: { size: eventsPerPage, before } }, signal),
    crumb: 'Events',
  }
}

export function loadEvent(api: ApiClient, id: string, signal: AbortSignal): Promise<EventFamily> {
  return fetchEventFamily(api, id, signal)
}

/** A history: the events, the state at the chosen moment, the present one, and the one to compare with. */
export type HistoryScreenData = {
  timeline: Timeline
  state: StateAt
  now: StateAt
  other: StateAt | undefined
  search: HistorySearch
  crumb: string
}

export async function loadHistory(
  api: ApiClient,
  { stream, search }: { stream: string; search: HistorySearch },
  signal: AbortSignal,
): Promise<HistoryScreenData> {
  const { revision, at, compare } = search
  const isPresent = revision === undefined && at === undefined
  const [timeline, state, now, other] = await Promise.all([
    fetchTimeline(api, stream, signal),
    fetchStateAt(api, { stream, revision, at }, signal),
    isPresent ? undefined : fetchStateAt(api, { stream }, signal),
    compare === undefined ? undefined : fetchStateAt(api, { stream, revision: compare }, signal),
  ])
  return { timeline, state, now: now ?? state, other, search, crumb: timeline.title }
}
