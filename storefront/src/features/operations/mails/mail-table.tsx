import type { Job } from '#modules/notifications/schema.ts'
import { BulkBar } from '../../../entities/list/bulk/bulk-bar.tsx'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useSelection } from '../../../ui/table/use-selection.ts'
import { MailActions } from './mail-actions.tsx'
import { mailColumns, mailTitle } from './mail-columns.tsx'
import { bulkSteps, stepsOf } from './mail-steps.ts'
import { standardSort, type MailsSearch } from './mails-search.ts'

/** The mails as a table; steps can be applied to several at once. */
export function MailTable({ mails, search }: { mails: readonly Job[]; search: MailsSearch }) {
  const selection = useSelection(mails.map(({ id }) => id))
  return (
    <>
      <DataTable
        name="Emails"
        rows={mails}
        columns={shownColumns(mailColumns, search.columns)}
        keyOf={({ id }) => id}
        nameOf={mailTitle}
        sort={search.sort ?? standardSort}
        isCompact={search.density === 'compact'}
        selection={selection}
        actions={nextSteps}
      />
      <BulkBar
        one="email"
        selection={selection}
        nameOf={(id) => titleIn(mails, id)}
        steps={bulkSteps(mails.filter(({ id }) => selection.isSelected(id)))}
      />
    </>
  )
}

/** A mail that was sent needs no step: it can be sent again once it is selected. */
function nextSteps(mail: Job) {
  return <MailActions mail={mail} steps={stepsOf(mail).filter((step) => step !== 'copy')} />
}

function titleIn(mails: readonly Job[], id: string): string {
  const mail = mails.find((one) => one.id === id)
  return mail ? mailTitle(mail) : id
}
