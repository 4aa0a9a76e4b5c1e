import { Link } from '@tanstack/react-router'
import type { JobPage } from '#modules/notifications/schema.ts'
import { countOf } from '../../../lib/format/format.ts'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { TablePart } from '../../../ui/table/table-part.tsx'
import { mailColumns } from './mail-columns.tsx'

const columns = unsortedColumns(mailColumns, ['about', 'state', 'kind', 'created', 'reason'])

/** The newest mails to one account, and why one failed. */
export function MailsToPerson({ accountId, mails }: { accountId: string; mails: JobPage }) {
  const all = (
    <Link to="/admin/operations/mails" search={{ text: accountId }}>
      {countOf(mails.totalElements, 'mail')} in the list
    </Link>
  )
  return <TablePart title="Emails" all={all} rows={mails.content} columns={columns} keyOf={({ id }) => id} />
}
