import type { Samples, SpanName } from '#modules/operations/schema.ts'
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

/** The samples of a span up to now, with each new one while the page is visible. */
export function useSamples(initial: Samples, over: SpanName): Samples {
  const api = useApi()
  const [latest, setLatest] = useState({ initial, samples: initial })
  useEffect(() => {
    const ending = new AbortController()
    // A failure is shown by the rest of the page, which is loaded more often.
    const refresh = (signal: AbortSignal) =>
      fetchSamples(api, over, signal).then(
        (samples) => setLatest({ initial, samples }),
        () => undefined,
      )
    void poll(refresh, { everyMs: everySampleMs, signal: ending.signal })
    return () => ending.abort()
  }, [api, initial, over])
  return latest.initial === initial ? latest.samples : initial
}

type Polling = { everyMs: number; signal: AbortSignal }

async function poll(refresh: (signal: AbortSignal) => Promise<void>, { everyMs, signal }: Polling): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, signal).catch(() => undefined)
    if (!signal.aborted && document.visibilityState === 'visible') await refresh(signal)
  }
}
