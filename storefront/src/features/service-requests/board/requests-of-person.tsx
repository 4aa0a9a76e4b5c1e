import { Link } from '@tanstack/react-router'
import type { RequestBoard } from '../../../lib/api/service-requests.ts'
import { countOf } from '../../../lib/format/format.ts'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { TablePart } from '../../../ui/table/table-part.tsx'
import { requestColumns } from './request-columns.tsx'

const columns = unsortedColumns(requestColumns, ['title', 'status', 'raised'])

/** The newest service requests of one account. */
export function RequestsOfPerson({ accountId, requests }: { accountId: string; requests: RequestBoard }) {
  const all = (
    <Link to="/admin/service-requests" search={{ account: accountId }}>
      {countOf(requests.totalElements, 'request')} in the list
    </Link>
  )
  return (
    <TablePart title="Service requests" all={all} rows={requests.content} columns={columns} keyOf={({ id }) => id} />
  )
}
