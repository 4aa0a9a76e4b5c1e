import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { wait } from '../../lib/router/wait.ts'
import { useEndSession } from './use-end-session.ts'

export type Polled<Data> = {
  data: Data
  /** The message that says why the data may be out of date. */
  failure: string | undefined
  /** Loads the data now. */
  refresh: () => Promise<void>
}

/**
 * The data that a page was loaded with, and loaded again at intervals while the page is visible. If that fails, the data
 * stays. `load` must be the same function as long as it loads the same data.
 */
export function usePolled<Data>(
  initial: Data,
  load: (signal?: AbortSignal) => Promise<Data>,
  everyMs: number,
): Polled<Data> {
  const endSession = useEndSession()
  const [latest, setLatest] = useState({ initial, data: initial })
  const [failure, setFailure] = useState<string>()
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const data = await load(signal)
        setLatest({ initial, data })
        setFailure(undefined)
      } catch (error) {
        if (signal?.aborted !== true && !endSession(error)) setFailure(messageOf(error))
      }
    },
    [load, endSession, initial],
  )
  useEffect(() => {
    const ending = new AbortController()
    void poll(refresh, { everyMs, signal: ending.signal })
    return () => ending.abort()
  }, [refresh, everyMs])
  // Data that was loaded for another address is not shown at this one.
  return { data: latest.initial === initial ? latest.data : initial, failure, refresh: () => refresh() }
}

type Polling = { everyMs: number; signal: AbortSignal }

async function poll(refresh: (signal: AbortSignal) => Promise<void>, { everyMs, signal }: Polling): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, signal).catch(() => undefined)
    if (!signal.aborted && document.visibilityState === 'visible') await refresh(signal)
  }
}
