import type { Samples, SpanName } from '#modules/operations/schema.ts'
import { useCallback } from 'react'
import { usePolled, type Polled } from '../../entities/session/use-polled.ts'
import { fetchSamples } from '../../lib/api/operations.ts'
import { useApi } from '../../lib/api/use-services.ts'
import type { ActivitySearch } from './activity/activity-search.ts'
import { loadOperations, type OperationsData } from './load-operations.ts'

const everyMs = 1_500
/** How often samples are taken. */
const everySampleMs = 60_000

/** The initial data of the page, kept up to date while the page is visible. */
export function useOperations(initial: OperationsData, search: ActivitySearch): Polled<OperationsData> {
  const api = useApi()
  const load = useCallback((signal?: AbortSignal) => loadOperations(api, search, signal), [api, search])
  return usePolled(initial, load, everyMs)
}

/** The samples of a span up to now. A failure is shown by the rest of the page, which is loaded more often. */
export function useSamples(initial: Samples, over: SpanName): Samples {
  const api = useApi()
  const load = useCallback((signal?: AbortSignal) => fetchSamples(api, over, signal), [api, over])
  return usePolled(initial, load, everySampleMs).data
}
