import type { AuditPage, StateAt, Timeline } from '#modules/audit/schema.ts'
import { fetchEvents, fetchStateAt, fetchTimeline } from '../../lib/api/audit.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { shortened } from '../../ui/data/short-id.tsx'
import { mistakeIn, type Mistake } from './ask/mistake.ts'
import type { EventsSearch, HistorySearch } from './audit-params.ts'
import { filterOf } from './event-filters/filter-of.ts'
import { personNameOf } from './event-filters/person-name.ts'

/** Events per page. */
const eventsPerPage = 50

export type EventsScreenData = {
  search: EventsSearch
  page: AuditPage
  /** The name of the person by whom the events are filtered, if known. */
  person: string | undefined
  crumb: string
  /** Why the predicate was refused; then the page is empty. */
  mistake?: Mistake
}

export async function loadEvents(api: ApiClient, search: EventsSearch, signal: AbortSignal): Promise<EventsScreenData> {
  const found = await eventsOrMistake(api, search, signal)
  const person = await personNameOf(api, { by: search.by, events: found.page.content }, signal)
  return { search, crumb: 'Events', person, ...found }
}

type Found = Pick<EventsScreenData, 'page' | 'mistake'>

async function eventsOrMistake(api: ApiClient, search: EventsSearch, signal: AbortSignal): Promise<Found> {
  try {
    const at = { size: eventsPerPage, before: search.before }
    return { page: await fetchEvents(api, { filter: filterOf(search), at }, signal) }
  } catch (error) {
    const mistake = mistakeIn(error)
    if (mistake === undefined) throw error
    return { page: noEvents, mistake }
  }
}

const noEvents: AuditPage = {
  content: [],
  first: true,
  last: true,
  number: 0,
  size: eventsPerPage,
  totalElements: 0,
  totalPages: 0,
  totalIsExact: true,
}

/** A history: the events, the state at the chosen point in time, the current one, and the one to compare with. */
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
  return { timeline, state, now: now ?? state, other, search, crumb: shortened(timeline.title) }
}
