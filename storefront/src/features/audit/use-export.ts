import { useEffect, useState } from 'react'
import type { Export, ExportFormat } from '#modules/audit/schema.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { askForExport, fetchExport, type EventFilter } from '../../lib/api/audit.ts'
import { useEndSession } from '../../lib/session/use-end-session.ts'
import { useApi } from '../../lib/use-services.ts'

const pollMs = 1_000

/** An export that is asked for, and how far it is. */
export function useExport(filter: EventFilter) {
  const api = useApi()
  const endSession = useEndSession()
  const [made, setMade] = useState<Export>()
  const [error, setError] = useState<string>()
  const isUnderWay = made?.status === 'waiting' || made?.status === 'running'
  useEffect(() => {
    if (!made || !isUnderWay) return undefined
    const ending = new AbortController()
    const timer = setTimeout(() => {
      fetchExport(api, made.id, ending.signal).then(setMade, (failure: unknown) => {
        if (!ending.signal.aborted && !endSession(failure)) setError(messageOf(failure))
      })
    }, pollMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [api, endSession, made, isUnderWay])
  return {
    made,
    error,
    ask: async (format: ExportFormat) => {
      setError(undefined)
      try {
        setMade(await askForExport(api, { ...filter, format }))
      } catch (failure) {
        if (!endSession(failure)) setError(messageOf(failure))
      }
    },
  }
}
