import { useEffect, useRef, useState } from 'react'
import type { AuditEvent, AuditPage } from '#modules/audit/schema.ts'
import { backOff } from '../../../lib/back-off.ts'
import { fetchEvents, type EventFilter } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { whileVisible } from '../while-visible.ts'
import { maxShownEvents, oldestToReload, withFirst, withNewer } from './newer-events.ts'

const pollMs = 3_000
/** The delay after a failed poll; it doubles with each further failure in a row. */
const retryMs = backOff({ firstMs: 2 * pollMs, longestMs: 60_000 })
const atOnce = 100

/** The number of polls for which a new event is reloaded, because its mail is recorded shortly after it. */
const settlingTurns = 20

/** What a poll has found: the number of events that match, and the position of the newest. */
export type TailRead = Pick<AuditPage, 'totalElements' | 'totalIsExact'> & { newest: number }

type Tail = {
  filter: EventFilter
  first: readonly AuditEvent[]
  isOn: boolean
  onRead: (read: TailRead) => void
}

/**
 * The newest events, including those appended while the page is open: each poll starts after the newest known position,
 * so that no event is missed or repeated. Events with waiting mails are reloaded. Does not poll while the page is hidden.
 */
export function useLiveTail({ filter, first, isOn, onRead }: Tail): {
  events: readonly AuditEvent[]
  isBehind: boolean
} {
  const api = useApi()
  const endSession = useEndSession()
  const [events, setEvents] = useEventsFrom(first)
  const [isBehind, setIsBehind] = useState(false)
  const shown = useRef(events)
  useEffect(() => void (shown.current = events), [events])
  const key = JSON.stringify(filter)
  useEffect(() => {
    if (!isOn) return undefined
    const wanted: EventFilter = JSON.parse(key)
    let recent: (readonly AuditEvent[])[] = [shown.current]
    let failures = 0
    return whileVisible(async (signal) => {
      try {
        const newest = newestOf(shown.current)
        const after = (oldestToReload(shown.current, recent.flat()) ?? newest + 1) - 1
        const { content: read, ...total } = await newerThan(api, { filter: wanted, after }, signal)
        onRead({ ...total, newest: Math.max(newest, newestOf(read)) })
        recent = [read.filter(({ position }) => position > newest), ...recent].slice(0, settlingTurns)
        if (read.length > 0) setEvents((known) => withNewer(known, read))
        setIsBehind(false)
        failures = 0
        return pollMs
      } catch (error) {
        if (!signal.aborted && !endSession(error)) setIsBehind(true)
        return retryMs(failures++)
      }
    }, pollMs)
  }, [api, endSession, isOn, key, onRead, setEvents])
  return { events, isBehind }
}

function newestOf([newest]: readonly AuditEvent[]): number {
  return newest?.position ?? 0
}

/** A list of events that starts with this page, and is updated whenever the page is reloaded. */
function useEventsFrom(first: readonly AuditEvent[]) {
  const [events, setEvents] = useState(first)
  const [taken, setTaken] = useState(first)
  if (first === taken) return [events, setEvents] as const
  const renewed = withFirst(events, first)
  setTaken(first)
  setEvents(renewed)
  return [renewed, setEvents] as const
}

/** The events after a position, newest first; of more than are read at once, the newest that the list keeps. */
async function newerThan(
  api: ApiClient,
  { filter, after }: { filter: EventFilter; after: number },
  signal: AbortSignal,
) {
  const page = await fetchEvents(api, { filter, at: { size: atOnce, after } }, signal)
  return page.last ? page : fetchEvents(api, { filter, at: { size: maxShownEvents } }, signal)
}
