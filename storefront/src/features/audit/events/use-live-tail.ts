import { useEffect, useRef, useState } from 'react'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { fetchEvents, type EventFilter } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { mostKept, oldestUnsettled, withFirst, withNewer } from './newer-events.ts'

const pollMs = 3_000
const atOnce = 100

/** The number of polls for which a new event is reloaded, because its mail is recorded shortly after it. */
const settlingTurns = 20

type Tail = { filter: EventFilter; first: readonly AuditEvent[]; isOn: boolean }

/**
 * The newest events, including those appended while the page is open: each poll starts after the newest known position,
 * so that no event is missed or repeated. Events with waiting mails are reloaded. Does not poll while the page is hidden.
 */
export function useLiveTail({ filter, first, isOn }: Tail): { events: readonly AuditEvent[]; isBehind: boolean } {
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
    return whileVisible(async (signal) => {
      try {
        const newest = shown.current[0]?.position ?? 0
        const unsettled = oldestUnsettled(shown.current, recent.flat())
        const after = unsettled === undefined ? newest : unsettled - 1
        const read = await newerThan(api, { filter: wanted, after }, signal)
        recent = [read.filter(({ position }) => position > newest), ...recent].slice(0, settlingTurns)
        if (read.length > 0) setEvents((known) => withNewer(known, read))
        setIsBehind(false)
      } catch (error) {
        if (!signal.aborted && !endSession(error)) setIsBehind(true)
      }
    })
  }, [api, endSession, isOn, key, setEvents])
  return { events, isBehind }
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
  const { content, last } = await fetchEvents(api, { filter, at: { size: atOnce, after } }, signal)
  return last ? content : (await fetchEvents(api, { filter, at: { size: mostKept } }, signal)).content
}

/** Runs repeatedly while the page is visible, and at once when it becomes visible; returns a function that stops it. */
function whileVisible(run: (signal: AbortSignal) => Promise<void>): () => void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  const turn = async () => {
    if (ending.signal.aborted || isRunning || document.visibilityState === 'hidden') return
    isRunning = true
    await run(ending.signal)
    isRunning = false
    timer = setTimeout(() => void turn(), pollMs)
  }
  const onChange = () => {
    clearTimeout(timer)
    void turn()
  }
  document.addEventListener('visibilitychange', onChange)
  timer = setTimeout(() => void turn(), pollMs)
  return () => {
    ending.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
