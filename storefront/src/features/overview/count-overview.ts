import type { Overview } from '#modules/overview/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { fetchOverview, type PeriodSearch } from '../../lib/api/overview.ts'

/** The figures, and when they were counted, in milliseconds since 1970. */
export type Counted = { overview: Overview; now: number }

export async function countOverview(api: ApiClient, period: PeriodSearch, signal?: AbortSignal): Promise<Counted> {
  return { overview: await fetchOverview(api, period, signal), now: Date.now() }
}
