import { useEffect, useState } from 'react'
import type { AuditEvent, EventInChain } from '#modules/audit/schema.ts'
import { fetchEventInChain, fetchEvents } from '../../../lib/api/audit.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** An event, its causes and effects, and the events before and after it in its stream. */
export type Surroundings = EventInChain & { previous: AuditEvent | undefined; next: AuditEvent | undefined }

type State = { id: string; loaded?: Surroundings; error?: string }

/** Loads an event and what surrounds it. */
export function useSurroundings(id: string): Omit<State, 'id'> {
  const api = useApi()
  const endSession = useEndSession()
  const [state, setState] = useState<State>({ id })
  useEffect(() => {
    const ending = new AbortController()
    load(api, id, ending.signal).then(
      (loaded) => setState({ id, loaded }),
      (failure: unknown) => {
        if (!ending.signal.aborted && !endSession(failure)) setState({ id, error: messageOf(failure) })
      },
    )
    return () => ending.abort()
  }, [api, endSession, id])
  return state.id === id ? state : {}
}

async function load(api: ApiClient, id: string, signal: AbortSignal): Promise<Surroundings> {
  const found = await fetchEventInChain(api, id, signal)
  const { stream, position } = found.event
  const neighbour = (at: { before: number } | { after: number }) =>
    fetchEvents(api, { filter: { stream }, at: { size: 1, ...at } }, signal)
  const [before, after] = await Promise.all([neighbour({ before: position }), neighbour({ after: position })])
  return { ...found, previous: before.content[0], next: after.content[0] }
}
