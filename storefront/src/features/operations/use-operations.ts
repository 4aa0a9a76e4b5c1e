import type { Samples } from '#modules/operations/schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { wait } from '../../lib/router/wait.ts'
import { fetchSamples } from '../../lib/api/operations.ts'
import type { ActivitySearch } from './activity/activity-search.ts'
import { loadOperations, type OperationsData } from './load-operations.ts'

const everyMs = 1_500
/** How often samples are taken. */
const everySampleMs = 60_000

export type Operations = {
  data: OperationsData
  /** The message that says why the page may be out of date. */
  failure: string | undefined
  refresh: () => Promise<void>
}

/** The initial data of the page, kept up to date while the page is visible. */
export function useOperations(initial: OperationsData, search: ActivitySearch): Operations {
  const api = useApi()
  const endSession = useEndSession()
  const [latest, setLatest] = useState({ initial, data: initial })
  const [failure, setFailure] = useState<string>()
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const data = await loadOperations(api, search, signal)
        setLatest({ initial, data })
        setFailure(undefined)
      } catch (error) {
        if (signal?.aborted !== true && !endSession(error)) setFailure(messageOf(error))
      }
    },
    [api, endSession, initial, search],
  )
  useEffect(() => {
    const ending = new AbortController()
    void poll(refresh, { everyMs, signal: ending.signal })
    return () => ending.abort()
  }, [refresh])
  // Data that was loaded for another address is not shown at this one.
  return { data: latest.initial === initial ? latest.data : initial, failure, refresh: () => refresh() }
}

/** The samples of the last day, with each new one while the page is visible. */
export function useSamples(initial: Samples): Samples {
  const api = useApi()
  const [samples, setSamples] = useState(initial)
  useEffect(() => {
    const ending = new AbortController()
    // A failure is shown by the rest of the page, which is loaded more often.
    const refresh = (signal: AbortSignal) => fetchSamples(api, signal).then(setSamples, () => undefined)
    void poll(refresh, { everyMs: everySampleMs, signal: ending.signal })
    return () => ending.abort()
  }, [api])
  return samples
}

type Polling = { everyMs: number; signal: AbortSignal }

async function poll(refresh: (signal: AbortSignal) => Promise<void>, { everyMs, signal }: Polling): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, signal).catch(() => undefined)
    if (!signal.aborted && document.visibilityState === 'visible') await refresh(signal)
  }
}
