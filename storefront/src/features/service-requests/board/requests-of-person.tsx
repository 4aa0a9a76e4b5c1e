import { Link } from '@tanstack/react-router'
import type { RequestBoard } from '../../../lib/api/service-requests.ts'
import { countOf } from '../../../lib/format/format.ts'
import { ListPart } from '../../../ui/table/list-part.tsx'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { standardSort } from '../requests-search.ts'
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
    <ListPart title="Service requests" all={all} empty="No service requests." isEmpty={requests.content.length === 0}>
      <DataTable
        name="Newest service requests"
        rows={requests.content}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        sort={standardSort}
        isCompact
      />
    </ListPart>
  )
}
