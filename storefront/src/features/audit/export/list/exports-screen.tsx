import { FileDown } from 'lucide-react'
import type { ExportPage } from '#modules/audit/schema.ts'
import { BulkList } from '../../../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../../../entities/list/list-page.tsx'
import { useReloading } from '../../../../entities/list/use-reloading.ts'
import { useAnnouncement } from '../../../../lib/atoms/announcement-atoms.ts'
import { countOf } from '../../../../lib/format/format.ts'
import { pageSummary } from '../../../../lib/router/pagination.ts'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import { Choices, daysNarrowing, Narrowings, statusChoices } from '../../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../../ui/data/days-filter.tsx'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../../ui/focus-recovery.tsx'
import { ExportCards } from './export-cards.tsx'
import { exportColumns } from './export-columns.tsx'
import { formatLabels, statusBadges } from './export-states.ts'
import { bulkSteps } from './export-steps.ts'
import { ExportTable } from './export-table.tsx'
import type { ExportsSearch } from './exports-search.ts'
import * as styles from '../../../../ui/data/board-filters.module.css'

/** The exports of the admin who is logged in, and no others; as a table, or as cards if there is no room for it. */
export function ExportsScreen({ page, search }: { page: ExportPage; search: ExportsSearch }) {
  const isWide = useIsWide()
  const count = countOf(page.totalElements, 'export')
  useAnnouncement(pageSummary(page, count))
  useReloading(page.content.some(({ status }) => status === 'waiting' || status === 'running'))
  return (
    <ListPage
      title="Exports"
      lead={`${count} of events that you requested, each kept for a day`}
      search={search}
      csv="audit/my-exports"
      csvFileName="exports.csv"
      columns={exportColumns}
    >
      <div className={styles['filters']}>
        <Choices
          name="status"
          label="Status"
          current={search.status}
          choices={statusChoices(statusLabels, page.statusCounts)}
        />
        <Choices name="format" label="Format" current={search.format} choices={formatChoices} />
        <DaysFilter label="Day of request" days={search} />
        <Narrowings narrowed={[daysNarrowing(search, 'Requested')]} />
      </div>
      <FocusRecovery>
        <BulkList
          one="export"
          rows={page.content}
          keyOf={({ id }) => id}
          nameOf={({ fileName }) => fileName}
          stepsFor={bulkSteps}
          isTable={isWide}
          empty={<EmptyState icon={FileDown} title="No record(s) found" />}
        >
          {(selection) =>
            isWide ? (
              <ExportTable exports={page.content} search={search} selection={selection} />
            ) : (
              <ExportCards exports={page.content} selection={selection} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={page} />
    </ListPage>
  )
}

const statusLabels = Object.fromEntries(Object.entries(statusBadges).map(([status, { label }]) => [status, label]))

const formatChoices = [
  { value: undefined, label: 'Any format' },
  ...Object.entries(formatLabels).map(([value, label]) => ({ value, label })),
]
