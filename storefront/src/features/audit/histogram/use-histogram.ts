import { useEffect, useRef, useState } from 'react'
import type { Histogram } from '#modules/audit/schema.ts'
import { fetchHistogram, type EventFilter } from '../../../lib/api/audit.ts'
import { useEndSession } from '../../../entities/session/use-end-session.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { whileVisible } from '../while-visible.ts'

type Counted = { key: string; histogram?: Histogram }

/** The time from one count to the next: counting takes at most a twentieth of it, and failures double it. */
const leastPauseMs = 5_000
const mostPauseMs = 120_000
const pausePerCount = 20

type HistogramOf = {
  filter: EventFilter
  /** The position of the newest event of the list. */
  newest: number
  /** Whether the list grows, so that the events are counted again when it has. */
  isLive: boolean
}

/**
 * How the events that pass a filter are spread over time. The list does not wait for it, nor fails with it: until it has been
 * counted, the former one stays.
 */
export function useHistogram({ filter, newest, isLive }: HistogramOf): {
  histogram: Histogram | undefined
  isCounting: boolean
} {
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
  useRecount({ key, newest, isLive, onCounted: setCounted })
  return { histogram: counted?.histogram, isCounting: counted?.key !== key }
}

type Recount = Omit<HistogramOf, 'filter'> & { key: string; onCounted: (counted: Counted) => void }

/** Counts again while the list is live and has grown. If that fails, the former count stays. */
function useRecount({ key, newest, isLive, onCounted }: Recount): void {
  const api = useApi()
  const endSession = useEndSession()
  const latest = useRef(newest)
  useEffect(() => void (latest.current = newest), [newest])
  const countedUpTo = useRef({ key, newest })
  useEffect(() => {
    if (countedUpTo.current.key !== key) countedUpTo.current = { key, newest: latest.current }
    if (!isLive) return undefined
    const wanted: EventFilter = JSON.parse(key)
    let pauseMs = leastPauseMs
    return whileVisible(async (signal) => {
      const upTo = latest.current
      if (upTo === countedUpTo.current.newest) return leastPauseMs
      const startedAt = performance.now()
      try {
        onCounted({ key, histogram: await fetchHistogram(api, wanted, signal) })
        countedUpTo.current = { key, newest: upTo }
        pauseMs = (performance.now() - startedAt) * pausePerCount
      } catch (failure) {
        if (!signal.aborted) endSession(failure)
        pauseMs *= 2
      }
      pauseMs = Math.min(mostPauseMs, Math.max(leastPauseMs, pauseMs))
      return pauseMs
    }, leastPauseMs)
  }, [api, endSession, isLive, key, onCounted])
}
