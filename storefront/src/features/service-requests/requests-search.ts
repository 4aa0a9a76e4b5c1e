import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import { addressText } from '../../lib/router/address-text.ts'
import { parsePage } from '../../lib/router/pagination.ts'
import { requestStatusLabels } from './request-status.ts'

/** The search parameters in the URL of the board of service requests. */
export type RequestsSearch = {
  page?: number | undefined
  text?: string | undefined
  status?: ServiceRequestStatus | undefined
  /** Only those whose requester waits for an answer. */
  unanswered?: 'true' | undefined
}

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { status } = search
  return {
    page: parsePage(search['page']),
    text: addressText(search['text'], 200),
    status: isStatus(status) ? status : undefined,
    unanswered: search['unanswered'] === 'true' ? 'true' : undefined,
  }
}

function isStatus(value: unknown): value is ServiceRequestStatus {
  return typeof value === 'string' && Object.hasOwn(requestStatusLabels, value)
}
