import { useEffect, useState } from 'react'
import type { AuditPage } from '#modules/audit/schema.ts'
import { fetchEvents, type EventFilter } from '../../../lib/api/audit.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'

type Found = Pick<AuditPage, 'content' | 'last' | 'scan'>

/** The results of a search of the log so far, and its progress. */
export type ScanState = {
  found: Found
  /** Undefined if SQL alone has answered. */
  status: 'running' | 'stopped' | 'done' | undefined
  error: string | undefined
  stop: () => void
  resume: () => void
}

/** Continues a search of the log, part by part, until the page is full, the log ends, or it is stopped. */
export function useScan(filter: EventFilter, first: AuditPage): ScanState {
  const api = useApi()
  const endSession = useEndSession()
  const [found, setFound] = useFoundFrom(first)
  const [isOn, setIsOn] = useState(true)
  const [error, setError] = useState<string>()
  const missing = first.size - found.content.length
  const status = statusOf(found, { missing, isOn })
  const isRunning = status === 'running'
  const before = found.scan?.position
  const key = JSON.stringify(filter)
  useEffect(() => {
    if (!isRunning) return undefined
    const ending = new AbortController()
    const wanted: EventFilter = JSON.parse(key)
    fetchEvents(api, { filter: wanted, at: { size: missing, before } }, ending.signal).then(
      (part) => setFound((known) => joined(known, part)),
      (failure: unknown) => {
        if (ending.signal.aborted || endSession(failure)) return
        setError(messageOf(failure))
        setIsOn(false)
      },
    )
    return () => ending.abort()
  }, [api, before, endSession, isRunning, key, missing, setFound])
  const resume = () => {
    setError(undefined)
    setIsOn(true)
  }
  return { found, status, error, stop: () => setIsOn(false), resume }
}

function statusOf({ scan, last }: Found, { missing, isOn }: { missing: number; isOn: boolean }): ScanState['status'] {
  if (scan === undefined) return undefined
  if (last || missing <= 0) return 'done'
  return isOn ? 'running' : 'stopped'
}

/** The results so far, followed by those of the next part of the search, which are older. */
export function joined(known: Found, part: Found): Found {
  const scan = part.scan && { ...part.scan, events: part.scan.events + (known.scan?.events ?? 0) }
  return { content: [...known.content, ...part.content], last: part.last, ...(scan && { scan }) }
}

/** Starts again whenever the page is reloaded, because personal data in it may have been erased since. */
function useFoundFrom(first: AuditPage) {
  const [found, setFound] = useState<Found>(first)
  const [taken, setTaken] = useState(first)
  if (first === taken) return [found, setFound] as const
  setTaken(first)
  setFound(first)
  return [first, setFound] as const
}
