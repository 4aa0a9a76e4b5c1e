import type { ServiceRequestStatus } from '#modules/service-requests/schema.ts'
import { parsePage } from '../../lib/pagination.ts'
import { requestStatusLabels } from './request-status.ts'

/** The board of service requests as its address says it. */
export type RequestsSearch = {
  page?: number | undefined
  text?: string | undefined
  status?: ServiceRequestStatus | undefined
}

export function readRequestsSearch(search: Record<string, unknown>): RequestsSearch {
  const { text, status } = search
  const isText = typeof text === 'string' || typeof text === 'number'
  return {
    page: parsePage(search['page']),
    text: isText ? String(text).trim().slice(0, 200) || undefined : undefined,
    status: isStatus(status) ? status : undefined,
  }
}

function isStatus(value: unknown): value is ServiceRequestStatus {
  return typeof value === 'string' && Object.hasOwn(requestStatusLabels, value)
}
