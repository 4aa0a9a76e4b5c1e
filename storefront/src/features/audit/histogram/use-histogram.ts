import { useEffect, useState } from 'react'
import type { Histogram } from '#modules/audit/schema.ts'
import { fetchHistogram, type EventFilter } from '../../../lib/api/audit.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** How the events that pass a filter are spread over time. The list does not wait for it, nor fails with it. */
export function useHistogram(filter: EventFilter): Histogram | undefined {
  const api = useApi()
  const endSession = useEndSession()
  const [histogram, setHistogram] = useState<Histogram>()
  const key = JSON.stringify(filter)
  useEffect(() => {
    const ending = new AbortController()
    const wanted: EventFilter = JSON.parse(key)
    fetchHistogram(api, wanted, ending.signal).then(setHistogram, (failure: unknown) => {
      if (!ending.signal.aborted && !endSession(failure)) setHistogram(undefined)
    })
    return () => ending.abort()
  }, [api, endSession, key])
  return histogram
}
