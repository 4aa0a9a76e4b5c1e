import type { ListedServiceRequest } from '#modules/service-requests/schema.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import type { Page } from '../../lib/api/page.ts'
import { fetchMyServiceRequests, fetchServiceRequests } from '../../lib/api/service-requests.ts'
import type { Session } from '../../entities/session/session.ts'

/** Loads all service requests for the admin, and their own for others (spec §6). */
export function loadRequests(
  api: ApiClient,
  { session, page, signal }: { session: Session; page: number; signal: AbortSignal },
): Promise<Page<ListedServiceRequest>> {
  if (session.role === 'ADMIN') return fetchServiceRequests(api, page, signal)
  return fetchMyServiceRequests(api, { loginUserName: session.loginUserName, page }, signal)
}
