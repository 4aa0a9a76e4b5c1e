import { useEffect, useState } from 'react'
import type { Histogram } from '#modules/audit/schema.ts'
import { fetchHistogram, type EventFilter } from '../../../lib/api/audit.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'

type Counted = { key: string; histogram?: Histogram }

/**
 * How the events that pass a filter are spread over time. The list does not wait for it, nor fails with it: until it has been
 * counted, the former one stays.
 */
export function useHistogram(filter: EventFilter): { histogram: Histogram | undefined; isCounting: boolean } {
  const api = useApi()
  const endSession = useEndSession()
  const [counted, setCounted] = useState<Counted>()
  const key = JSON.stringify(filter)
  useEffect(() => {
    const ending = new AbortController()
    const wanted: EventFilter = JSON.parse(key)
    fetchHistogram(api, wanted, ending.signal).then(
      (histogram) => setCounted({ key, histogram }),
      (failure: unknown) => {
        if (!ending.signal.aborted && !endSession(failure)) setCounted({ key })
      },
    )
    return () => ending.abort()
  }, [api, endSession, key])
  return { histogram: counted?.histogram, isCounting: counted?.key !== key }
}
