import { Type } from 'typebox'
import { csvReply, type CsvColumns } from '#core/http/responses/csv.ts'
import { adminOnly, defineRoute, type Route } from '#core/http/routing/route.ts'
import { inIndia } from '#core/text/indian-words.ts'
import type { AccountQueries } from './read-model.ts'
import { UserFilters, UserSorting } from './schema.ts'
import type { AccountRow } from './tables.ts'

/** The list of users as a file for a spreadsheet. */
export function csvRoute({ accounts }: { accounts: Pick<AccountQueries, 'all'> }): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/users.csv',
    summary: 'All users, oldest first or sorted, as a CSV file',
    description: 'Of the whole list with these filters. Times are those of India.',
    access: adminOnly,
    query: Type.Object({ ...UserFilters.properties, ...UserSorting.properties }),
    responses: { 200: Type.String() },
    discloses: () => 'the list of users, as a file',
    handle: ({ query: { text, role, from, to, sort } }) =>
      csvReply({ fileName: 'users.csv', columns, batches: accounts.all({ text, role, signedUp: { from, to } }, sort) }),
  })
}

const columns: CsvColumns<AccountRow> = {
  'Account id': (row) => row.id,
  Username: (row) => row.username,
  Name: (row) => row.name,
  'E-mail address': (row) => row.email,
  'Address confirmed': (row) => (row.email_verified_at === null ? 'no' : 'yes'),
  Mobile: (row) => row.mobile_number,
  Roles: (row) => row.roles.join(' '),
  'Signed up': (row) => inIndia(row.created_at),
}
