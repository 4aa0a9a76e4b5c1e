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
 * The data that a page was loaded with, reloaded at intervals while the page is visible. If a reload fails, the last data
 * stays. `load` must keep its identity as long as it loads the same data.
 */
export function usePolled<Data>(
  initial: Data,
  load: (signal?: AbortSignal) => Promise<Data>,
  everyMs: number,
): Polled<Data> {
  const endSession = useEndSession()
  const [state, setState] = useState<Latest<Data>>({ initial, data: initial })
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const data = await load(signal)
        setState({ initial, data })
      } catch (error) {
        if (signal?.aborted === true || endSession(error)) return
        setState((before) => ({ ...latestOf(before, initial), failure: messageOf(error) }))
      }
    },
    [load, endSession, initial],
  )
  useEffect(() => {
    const ending = new AbortController()
    void poll(refresh, { everyMs, signal: ending.signal })
    return () => ending.abort()
  }, [refresh, everyMs])
  const { data, failure } = latestOf(state, initial)
  return { data, failure, refresh: () => refresh() }
}

type Latest<Data> = { initial: Data; data: Data; failure?: string }

/** What was loaded for another address is not shown at this one, nor that it could not be loaded. */
function latestOf<Data>(state: Latest<Data>, initial: Data): Latest<Data> {
  return state.initial === initial ? state : { initial, data: initial }
}

type Polling = { everyMs: number; signal: AbortSignal }

async function poll(refresh: (signal: AbortSignal) => Promise<void>, { everyMs, signal }: Polling): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, signal).catch(() => undefined)
    if (!signal.aborted && document.visibilityState === 'visible') await refresh(signal)
  }
}
