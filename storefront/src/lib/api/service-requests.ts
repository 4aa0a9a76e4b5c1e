import type {
  ListedServiceRequest,
  ServiceRequest,
  ServiceRequestCounts,
  ServiceRequestSort,
} from '#modules/service-requests/schema.ts'
import type { DaysSearch } from '../days.ts'
import type { ApiClient } from './client.ts'
import type { HistoryEntry } from './orders.ts'
import { pageSize, type Page } from './page.ts'

/** The body of a service request (spec §7); `id` is the product's. */
export type ServiceRequestBody = {
  id: string
  title: string
  company: string
  logoUrl: string
  description: string
  createDate: string
  address: string
}

const path = '/orders/productRequest'

export function raiseServiceRequest(
  api: ApiClient,
  body: ServiceRequestBody,
  idempotencyKey: string,
): Promise<Pick<ServiceRequest, 'id' | 'status'>> {
  return api.command({ method: 'POST', path, body, idempotencyKey, needsLogin: true })
}

/** A user's own service requests, by login name (spec §6). */
export function fetchMyServiceRequests(
  api: ApiClient,
  { loginUserName, page }: { loginUserName: string; page: number },
  signal?: AbortSignal,
): Promise<Page<ListedServiceRequest>> {
  const own = `${path}/${encodeURIComponent(loginUserName)}`
  return api.query(own, { search: { page, size: pageSize }, signal, needsLogin: true })
}

/** Withdraws the user's own request, as long as it is not resolved. */
export function withdrawServiceRequest(api: ApiClient, id: string): Promise<ServiceRequest> {
  return api.command({ method: 'POST', path: `${path}/${encodeURIComponent(id)}/withdraw`, needsLogin: true })
}

/** Everything that happened to a service request, oldest first, for its requester and for admins. */
export function fetchRequestHistory(api: ApiClient, id: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  return api.query(`${path}/${encodeURIComponent(id)}/history`, { signal, needsLogin: true })
}

/** Writes to the other side: the requester to the shop, an admin to the requester. */
export function sendReply(
  api: ApiClient,
  { id, body, idempotencyKey }: { id: string; body: { text: string }; idempotencyKey: string },
): Promise<ServiceRequest> {
  const replies = `${path}/${encodeURIComponent(id)}/replies`
  return api.command({ method: 'POST', path: replies, body, idempotencyKey, needsLogin: true })
}

export type RequestFilter = DaysSearch & {
  page: number
  size?: number | undefined
  sort?: ServiceRequestSort | undefined
  text?: string | undefined
  status?: string | undefined
  unanswered?: 'true' | undefined
  /** The id of an account. */
  account?: string | undefined
}

/** A page of all service requests, and the number of requests in each status. */
export type RequestBoard = Page<ListedServiceRequest> & { statusCounts: ServiceRequestCounts }

/** Service requests for the admin's board; newest first if `sort` is left out. */
export function fetchRequestBoard(api: ApiClient, filter: RequestFilter, signal?: AbortSignal): Promise<RequestBoard> {
  return api.query(path, { search: { size: pageSize, ...filter }, signal, needsLogin: true })
}

/** The admin's steps, as the API names them. */
export type RequestStep = 'acknowledge' | 'resolve' | 'decline'

export function takeRequestStep(
  api: ApiClient,
  { id, step, details }: { id: string; step: RequestStep; details: Record<string, string> },
): Promise<ServiceRequest> {
  return api.command({
    method: 'POST',
    path: `${path}/${encodeURIComponent(id)}/${step}`,
    body: details,
    needsLogin: true,
  })
}
