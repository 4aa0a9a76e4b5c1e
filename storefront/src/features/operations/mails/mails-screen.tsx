import { Mail, Mails } from 'lucide-react'
import type { JobPage } from '#modules/notifications/schema.ts'
import { BulkList } from '../../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../../entities/list/list-page.tsx'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { mailKinds } from '../../../lib/event-types.gen.ts'
import { countOf } from '../../../lib/format/format.ts'
import { mailWords } from '../../../entities/event/mail-words.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { useReloading } from '../../../entities/list/use-reloading.ts'
import { BoardFilters, Choices, daysNarrowing, formatBound, statusChoices } from '../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../ui/data/days-filter.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Menu } from '../../../ui/table/menu.tsx'
import { MailCards } from './mail-cards.tsx'
import { mailColumns, mailTitle } from './mail-columns.tsx'
import { bulkSteps } from './mail-steps.ts'
import { stateLabels } from './mail-states.ts'
import { MailTable } from './mail-table.tsx'
import { RetryAllButton } from './retry-all-button.tsx'
import type { MailsSearch } from './mails-search.ts'
import * as styles from './mails.module.css'

/**
 * All mails, with their states, the reasons, and the steps possible on each; as a table, or as cards if there is no
 * room for it.
 */
export function MailsScreen({ page, search }: { page: JobPage; search: MailsSearch }) {
  const isWide = useIsWide()
  const count = page.totalIsExact
    ? countOf(page.totalElements, 'email')
    : `${formatBound(page.totalElements, true)} emails`
  useAnnouncement(pageSummary(page, count))
  useReloading(page.counts.waiting > 0)
  return (
    <ListPage
      title="Emails"
      lead={count}
      search={search}
      csv="ops/jobs"
      csvFileName="mails.csv"
      columns={mailColumns}
      tools={<RetryAllButton failed={page.counts.failed} />}
    >
      <BoardFilters
        label="Search emails"
        placeholder="Id of an order, a request or an email, or an account’s id or user name"
        text={search.text}
        filter={{
          name: 'status',
          label: 'State',
          current: search.status,
          choices: statusChoices(stateLabels, page.matching, page.more),
        }}
        narrowed={[kindNarrowing(search), daysNarrowing(search, 'Created')]}
      >
        <div className={styles['filters']}>
          <Menu icon={<Mail aria-hidden />} label="Kind" from="left">
            <Choices name="kind" label="Kind" current={search.kind} choices={kindChoices} />
          </Menu>
          <DaysFilter label="Day of creation" days={search} />
        </div>
      </BoardFilters>
      <FocusRecovery>
        <BulkList
          one="email"
          rows={page.content}
          keyOf={({ id }) => id}
          nameOf={mailTitle}
          stepsFor={bulkSteps}
          isTable={isWide}
          empty={<EmptyState icon={Mails} title="No record(s) found" />}
        >
          {(selection) =>
            isWide ? (
              <MailTable mails={page.content} search={search} selection={selection} />
            ) : (
              <MailCards mails={page.content} selection={selection} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={page} />
    </ListPage>
  )
}

const kindChoices = [
  { value: undefined, label: 'Any' },
  ...mailKinds.map((kind) => ({ value: kind, label: mailWords[kind] })),
]

function kindNarrowing({ kind }: MailsSearch) {
  return kind !== undefined && { label: mailWords[kind], by: ['kind'] }
}
