import type { AuditPage } from '#modules/audit/schema.ts'
import type { User } from '#modules/identity/schema.ts'
import type { JobPage } from '#modules/notifications/schema.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import { fetchEvents } from '../../../lib/api/audit.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchMails } from '../../../lib/api/operations.ts'
import { fetchOrders, type OrderBoard } from '../../../lib/api/orders.ts'
import { fetchPerson } from '../../../lib/api/people.ts'
import { fetchRequestBoard, type RequestBoard } from '../../../lib/api/service-requests.ts'

/** Rows of each list. */
const size = 5
const eventCount = 10

/** An account, and the newest of what belongs to it. `person` is absent once it is deleted. */
export type PersonData = {
  id: string
  person: User | undefined
  orders: OrderBoard
  requests: RequestBoard
  mails: JobPage
  /** What the person did. */
  activity: AuditPage
  /** What was done to the account. */
  changes: AuditPage
  crumb: string
}

/** @throws ApiError 404 if nothing is known under this id or username; a deleted account is known by its id */
export async function loadPerson(api: ApiClient, idOrUsername: string, signal: AbortSignal): Promise<PersonData> {
  const found = await fetchPerson(api, idOrUsername, signal).catch(errorIfUnknown)
  const person = found instanceof Error ? undefined : found
  const id = person?.id ?? idOrUsername
  const ofAccount = { account: id, page: 0, size }
  const newest = { size: eventCount }
  const [orders, requests, mails, activity, changes] = await Promise.all([
    fetchOrders(api, ofAccount, signal),
    fetchRequestBoard(api, ofAccount, signal),
    fetchMails(api, { text: id, page: 0, size }, signal),
    fetchEvents(api, { filter: { by: id, without: 'audit' }, at: newest }, signal),
    fetchEvents(api, { filter: { stream: `account-${id}` }, at: newest }, signal),
  ])
  const isKnown = [orders, requests, mails, activity, changes].some(({ totalElements }) => totalElements > 0)
  if (found instanceof Error && !isKnown) throw found
  return { id, person, orders, requests, mails, activity, changes, crumb: person?.name ?? 'Deleted account' }
}

/** Returns that there is no such account, and throws any other failure. */
function errorIfUnknown(error: unknown): Error {
  if (error instanceof Error && isStatus(error, 404)) return error
  throw error
}
