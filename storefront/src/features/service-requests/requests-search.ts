import type { ServiceRequestSort, ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import { readDays, type DaysSearch } from '../../lib/days.ts'
import { addressText } from '../../lib/router/address-text.ts'
import { readView, type ViewSearch } from '../../lib/router/list-view.ts'
import { parsePage } from '../../lib/router/pagination.ts'
import { requestStatusLabels } from './request-status.ts'

/** The search parameters in the URL of the board of service requests. `from` and `to` are days of raising. */
export type RequestsSearch = DaysSearch &
  ViewSearch<ServiceRequestSort> & {
    page?: number | undefined
    text?: string | undefined
    status?: ServiceRequestStatus | undefined
    /** Only those whose requester waits for an answer. */
    unanswered?: 'true' | undefined
    /** The id of the account that raised them. */
    account?: string | undefined
  }

export const standardSort: ServiceRequestSort = 'raised-desc'

const sorts: readonly ServiceRequestSort[] = [
  standardSort,
  'raised-asc',
  'title-asc',
  'title-desc',
  'company-asc',
  'company-desc',
]

/** The columns of the table, in their order. */
export const columnIds = ['title', 'raised', 'company', 'account', 'summary', 'status', 'address', 'product'] as const

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { status } = search
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    status: isStatus(status) ? status : undefined,
    unanswered: search['unanswered'] === 'true' ? 'true' : undefined,
    account: addressText(search['account'], 100),
    ...readDays(search),
    ...readView(search, { sorts, columns: columnIds }),
  }
}

function isStatus(value: unknown): value is ServiceRequestStatus {
  return typeof value === 'string' && Object.hasOwn(requestStatusLabels, value)
}
