import type { Pool } from 'pg'
import { allManifests } from '#modules/shop/manifests.ts'
import type { Kept } from './places.ts'

/** The part of `GET /api/users/me/data` with what these tables, and the streams of these categories, hold about a person. */
export const parts: Readonly<Record<string, string>> = {
  'public.accounts': 'account',
  'public.account_addresses': 'account',
  'public.account_email_changes': 'account',
  'public.notifications': 'mails',
  'read_orders.orders': 'orders',
  'read_service_requests.service_requests': 'serviceRequests',
  'read_carts.carts': 'carts',
  'read_event_log.events': 'actions',
  'streams of order': 'orders',
  'streams of serviceRequest': 'serviceRequests',
  'streams of cart': 'carts',
}

/** What a person does not get, by the reason. */
export const leftOut: Readonly<Record<string, readonly string[]>> = {
  'The log; its streams are listed by their categories.': ['public.events'],
  'A key, or the hash of a secret link, which opens what is handed over and must not travel.': [
    'public.personal_keys',
    'public.personal_keys_lost',
    'public.password_reset_links',
  ],
  'Deleted with the account, so that who still has one is in none of them.': ['public.account_erasures'],
  'Empty but for a moment: the log holds what it waited with, and that is handed over.': [
    'public.unrecorded_account_changes',
  ],
  'A copy of events for an auditor, deleted after a day; the events themselves are handed over.': [
    'public.audit_exports',
  ],
  'Notes of the staff for each other, never in what a buyer gets; erased with the buyer.': ['streams of orderNotes'],
}

const excepted = new Set(Object.values(leftOut).flat())

/** The places with something about a person that the document lacks, without a reason. */
export function notHandedOver(document: Readonly<Record<string, unknown>>, places: readonly string[]): string[] {
  const missing = places.map(withoutBuild).filter((place) => {
    const part = parts[place]
    return !excepted.has(place) && (part === undefined || isEmpty(document[part]))
  })
  return [...new Set(missing)].toSorted()
}

function isEmpty(part: unknown): boolean {
  return part === undefined || (Array.isArray(part) && part.length === 0)
}

/** Other builds of a read model hold the same as the live one. */
function withoutBuild(place: string): string {
  return place.replace(/^(read_\w+?)_(next|prev|verify|replaced)\./, '$1.')
}

/** Columns with a person, or with text that a person typed about themselves. */
const columnsOfPersons = '(account|person|buyer|recipient|subject|owner|requester|login|username|email|mobile|address)'

/** The tables that hold something about a person by their columns, or by a row with the account's id. */
export async function tablesAbout(pool: Pool, kept: readonly Kept[], accountId: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and column_name ~ $1`,
    [columnsOfPersons],
  )
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const named = kept.filter(
    ({ place, content }) => content.includes(accountId) && tables.rows.some(({ name }) => name === place),
  )
  return [...rows.map(({ name }) => name), ...named.map(({ place }) => place)]
}

/** The streams of every module whose events have personal texts. */
export const streamsWithTexts = allManifests.flatMap(({ events, streams }) =>
  Object.values(events).some(({ personal }) => personal !== undefined)
    ? streams.map(({ category }) => `streams of ${category}`)
    : [],
)
