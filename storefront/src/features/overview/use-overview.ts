import { useEffect, useState } from 'react'
import type { Overview } from '#modules/overview/schema.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { fetchOverview, type PeriodSearch } from '../../lib/api/overview.ts'
import { useApi } from '../../lib/api/use-services.ts'

const everyMs = 60_000

/** The figures, and when they were counted, in milliseconds since 1970. */
export type Counted = { overview: Overview; now: number }

/**
 * The initial figures, counted again every minute while the page is visible. If that fails, they stay, with the message that
 * says why they may be out of date.
 */
export function useOverview(initial: Counted, { from, to }: PeriodSearch): Counted & { failure: string | undefined } {
  const api = useApi()
  const endSession = useEndSession()
  const [latest, setLatest] = useState<{ initial: Counted; counted: Counted; failure?: string }>()
  useEffect(() => {
    const ending = new AbortController()
    const keep = (counted: Counted) => setLatest({ initial, counted })
    const fail = (error: unknown) => {
      if (ending.signal.aborted || endSession(error)) return
      const failure = messageOf(error)
      setLatest((before) => ({ initial, counted: before?.initial === initial ? before.counted : initial, failure }))
    }
    const count = async () => keep({ overview: await fetchOverview(api, { from, to }, ending.signal), now: Date.now() })
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void count().catch(fail)
    }, everyMs)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [api, endSession, initial, from, to])
  // Figures of another period are not shown for this one.
  return latest?.initial === initial
    ? { ...latest.counted, failure: latest.failure }
    : { ...initial, failure: undefined }
}
