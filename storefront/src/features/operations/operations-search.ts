import type { SpanName } from '#modules/operations/schema.ts'
import { readActivitySearch, type ActivitySearch } from './activity/activity-search.ts'

const shown = ['failed', 'catching-up'] as const

/** The search parameters of the operations page. */
export type OperationsSearch = ActivitySearch & {
  /** Shows only the read models and reactors in this state. */
  status?: (typeof shown)[number] | undefined
  /** The time over which lag and latency are shown; a day if it is left out. */
  over?: Exclude<SpanName, 'day'> | undefined
}

export function readOperationsSearch(search: Record<string, unknown>): OperationsSearch {
  return {
    ...readActivitySearch(search),
    status: shown.find((status) => status === search['status']),
    over: (['hour', 'week'] as const).find((over) => over === search['over']),
  }
}
