import { useEffect, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { loadEvent, type Surroundings } from './load-event.ts'

type State = { id: string; loaded?: Surroundings; error?: string }

/** Loads an event and what surrounds it. */
export function useSurroundings(id: string): Omit<State, 'id'> {
  const api = useApi()
  const endSession = useEndSession()
  const [state, setState] = useState<State>({ id })
  useEffect(() => {
    const ending = new AbortController()
    loadEvent(api, id, ending.signal).then(
      (loaded) => setState({ id, loaded }),
      (failure: unknown) => {
        if (!ending.signal.aborted && !endSession(failure)) setState({ id, error: messageOf(failure) })
      },
    )
    return () => ending.abort()
  }, [api, endSession, id])
  return state.id === id ? state : {}
}
