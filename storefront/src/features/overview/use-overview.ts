import { useCallback } from 'react'
import { usePolled, type Polled } from '../../entities/session/use-polled.ts'
import type { PeriodSearch } from '../../lib/api/overview.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { countOverview, type Counted } from './count-overview.ts'

const everyMs = 60_000

/** The initial figures, counted again every minute while the page is visible. */
export function useOverview(initial: Counted, { from, to }: PeriodSearch): Polled<Counted> {
  const api = useApi()
  const load = useCallback((signal?: AbortSignal) => countOverview(api, { from, to }, signal), [api, from, to])
  return usePolled(initial, load, everyMs)
}
