import { useEffect, useState } from 'react'
import type { Export, ExportFormat } from '#modules/audit/schema.ts'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { requestExport, fetchExport, type EventFilter } from '../../../lib/api/audit.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'

const pollMs = 1_000

/** A requested export and its progress. One that failed or no longer exists can be requested again. */
export function useExport(filter: EventFilter) {
  const api = useApi()
  const endSession = useEndSession()
  const [made, setMade] = useState<Export>()
  const [error, setError] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const isUnderWay = made?.status === 'waiting' || made?.status === 'running'
  useEffect(() => {
    if (!made || !isUnderWay) return undefined
    const ending = new AbortController()
    const poll = async () => {
      try {
        const now = await fetchExport(api, made.id, ending.signal)
        setMade(now)
        setError(undefined)
      } catch (failure) {
        if (ending.signal.aborted || endSession(failure)) return
        setError(messageOf(failure))
        // A copy of the last known state, so that the effect polls again.
        setMade(isUnavailable(failure) ? { ...made } : undefined)
      }
    }
    const timer = setTimeout(() => void poll(), pollMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [api, endSession, made, isUnderWay])

  async function ask(format: ExportFormat): Promise<void> {
    setAsking(true)
    setError(undefined)
    try {
      setMade(await requestExport(api, { ...filter, format }))
    } catch (failure) {
      if (!endSession(failure)) setError(messageOf(failure))
    } finally {
      setAsking(false)
    }
  }
  return { made, error, isBusy: isAsking || isUnderWay, ask }
}

/** Whether the server could not be reached or could not answer, so that the same call may succeed later. */
function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
