import { Type } from 'typebox'
import { csvReply, type CsvColumns } from '#core/http/responses/csv.ts'
import { adminOnly, defineRoute, type Route, type Search } from '#core/http/routing/route.ts'
import { inIndia } from '#core/text/indian-words.ts'
import { stateOf } from '../domain/notification-states.ts'
import { JobFilters, JobSorting } from '../schema.ts'
import type { NotificationRow } from '../tables.ts'
import type { MailFilter, MailLists } from './mails-read-model.ts'

/** The list of mails as a file for a spreadsheet. */
export function csvRoute(lists: Pick<MailLists, 'all'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/ops/jobs.csv',
    summary: 'All notifications, newest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Times are those of India.',
    access: adminOnly,
    query: Type.Object({ ...JobFilters.properties, ...JobSorting.properties }),
    responses: { 200: Type.String() },
    discloses: ({ query }) => searchOf(query, `${foundMails}, as a file`),
    handle: ({ query }) =>
      csvReply({ fileName: 'mails.csv', columns, batches: lists.all(filterOf(query), query.sort) }),
  })
}

/** The filter that a query of the list or of its file asks for. */
export function filterOf({ status: state, kind, text, from, to }: JobFilters): MailFilter {
  return { state, kind, text, created: { from, to } }
}

export const foundMails = 'the emails of one account, order or request'

/**
 * The read to record for a list of mails. A text may be the user name of an account and then links the account to its
 * orders and requests. Which kind a text is, is known only after the search, so that every search by text is recorded.
 * The record does not hold the text, because an erasure could not remove it from the log.
 */
export function searchOf({ text }: Pick<JobFilters, 'text'>, what: string): Search | undefined {
  return text === undefined ? undefined : { searched: what }
}

const timeOf = (time: string | null) => (time === null ? '' : inIndia(time))

const columns: CsvColumns<NotificationRow> = {
  Mail: (row) => row.id,
  Created: (row) => inIndia(row.created_at),
  Kind: (row) => row.kind,
  About: (row) => row.stream,
  State: (row) => stateOf(row.status),
  Status: (row) => row.status,
  Tries: (row) => row.attempts,
  'Next try': (row) => timeOf(row.due_at),
  Reason: (row) => row.error ?? '',
  Sent: (row) => timeOf(row.sent_at),
  'Account id': (row) => row.recipient_id ?? '',
  'Message-ID': (row) => row.message_id ?? '',
  'Copy of': (row) => row.copy_of ?? '',
}
