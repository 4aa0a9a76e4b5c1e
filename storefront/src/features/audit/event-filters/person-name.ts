import type { AuditEvent } from '#modules/audit/schema.ts'
import { accountId } from '../../../entities/event/destination.ts'
import { ApiError, isUnauthorized } from '../../../lib/api/api-error.ts'
import type { ApiClient } from '../../../lib/api/client.ts'
import { fetchPerson } from '../../../lib/api/people.ts'
import { knownPeople } from './options.ts'

type PersonOf = { by: string | undefined; events: readonly AuditEvent[] }

/** What an event has in place of the name of a person who has been erased. */
const erased = '[erased]'

/** The name of the person by whom events are filtered, from one of the events or else from the account, if known. */
export async function personNameOf(
  api: ApiClient,
  { by, events }: PersonOf,
  signal: AbortSignal,
): Promise<string | undefined> {
  const known = knownPeople(events).find(({ value }) => value === by)?.text
  if (known !== undefined) return known === erased ? 'a deleted account' : known
  return by !== undefined && accountId.test(by) ? nameOfAccount(api, by, signal) : undefined
}

async function nameOfAccount(api: ApiClient, id: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await fetchPerson(api, id, signal)).name
  } catch (error) {
    // The list is shown all the same: there may be no such account, or it was deleted.
    if (!(error instanceof ApiError) || isUnauthorized(error)) throw error
    return undefined
  }
}
