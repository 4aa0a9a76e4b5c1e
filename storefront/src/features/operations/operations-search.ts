import { readActivitySearch, type ActivitySearch } from './activity/activity-search.ts'

const shown = ['failed', 'catching-up'] as const

/** The search parameters of the operations page. */
export type OperationsSearch = ActivitySearch & {
  /** Shows only the read models and reactors in this state. */
  status?: (typeof shown)[number] | undefined
}

export function readOperationsSearch(search: Record<string, unknown>): OperationsSearch {
  return { ...readActivitySearch(search), status: shown.find((status) => status === search['status']) }
}
