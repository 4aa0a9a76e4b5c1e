import type { Job } from '#modules/notifications/schema.ts'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { MailActions } from './mail-actions.tsx'
import { mailColumns, mailTitle } from './mail-columns.tsx'
import { stepsOf } from './mail-steps.ts'
import { standardSort, type MailsSearch } from './mails-search.ts'

type MailTableProps = { mails: readonly Job[]; search: MailsSearch; selection: Selection }

/** The mails as a table. */
export function MailTable({ mails, search, selection }: MailTableProps) {
  return (
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
  )
}

/** A mail that was sent needs no step: it can be sent again once it is selected. */
function nextSteps(mail: Job) {
  return <MailActions mail={mail} steps={stepsOf(mail).filter((step) => step !== 'copy')} />
}
