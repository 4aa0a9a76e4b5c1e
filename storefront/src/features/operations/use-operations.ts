import { useCallback, useEffect, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { wait } from '../../lib/router/wait.ts'
import { loadOperations, type OperationsData } from './load-operations.ts'

const everyMs = 1_500

export type Operations = {
  data: OperationsData
  /** The message that says why the page may be out of date. */
  failure: string | undefined
  refresh: () => Promise<void>
}

/** The initial data of the page, kept up to date while the page is visible. */
export function useOperations(initial: OperationsData): Operations {
  const api = useApi()
  const endSession = useEndSession()
  const [data, setData] = useState(initial)
  const [failure, setFailure] = useState<string>()
  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      try {
        setData(await loadOperations(api, signal))
        setFailure(undefined)
      } catch (error) {
        if (signal?.aborted !== true && !endSession(error)) setFailure(messageOf(error))
      }
    },
    [api, endSession],
  )
  useEffect(() => {
    const ending = new AbortController()
    void poll(refresh, ending.signal)
    return () => ending.abort()
  }, [refresh])
  return { data, failure, refresh: () => refresh() }
}

async function poll(refresh: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(everyMs, signal).catch(() => undefined)
    if (!signal.aborted && document.visibilityState === 'visible') await refresh(signal)
  }
}
