import { Link } from '@tanstack/react-router'
import type { JobPage } from '#modules/notifications/schema.ts'
import { countOf } from '../../../lib/format/format.ts'
import { ListPart } from '../../../ui/table/list-part.tsx'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { mailColumns, mailTitle } from './mail-columns.tsx'
import { standardSort } from './mails-search.ts'

const columns = unsortedColumns(mailColumns, ['about', 'state', 'kind', 'created', 'reason'])

/** The newest mails to one account, and why one failed. */
export function MailsToPerson({ accountId, mails }: { accountId: string; mails: JobPage }) {
  const all = (
    <Link to="/admin/operations/mails" search={{ text: accountId }}>
      {countOf(mails.totalElements, 'mail')} in the list
    </Link>
  )
  return (
    <ListPart title="Mails" all={all} empty="No mails." isEmpty={mails.content.length === 0}>
      <DataTable
        name="Newest mails"
        rows={mails.content}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={mailTitle}
        sort={standardSort}
        isCompact
      />
    </ListPart>
  )
}
