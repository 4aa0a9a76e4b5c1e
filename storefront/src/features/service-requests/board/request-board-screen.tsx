import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { BulkList } from '../../../entities/list/bulk/bulk-list.tsx'
import { ListPage } from '../../../entities/list/list-page.tsx'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import type { RequestBoard } from '../../../lib/api/service-requests.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { accountNarrowing, BoardFilters, daysNarrowing, statusChoices } from '../../../ui/data/board-filters.tsx'
import { DaysFilter } from '../../../ui/data/days-filter.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { requestStatusLabels } from '../request-status.ts'
import type { RequestsSearch } from '../requests-search.ts'
import { RequestCards } from './request-cards.tsx'
import { requestColumns } from './request-columns.tsx'
import { bulkSteps } from './request-steps.ts'
import { RequestTable } from './request-table.tsx'

type RequestBoardProps = {
  board: RequestBoard
  search: RequestsSearch
  title?: string
  /** Links to neighbouring lists. */
  nav?: ReactNode
}

/**
 * All service requests, with search, filters, and the steps possible on each; as a table, or as cards if there is no
 * room for it.
 */
export function RequestBoardScreen({ board, search, title = 'Service requests', nav }: RequestBoardProps) {
  const isWide = useIsWide()
  const count = countOf(board.totalElements, 'service request')
  useAnnouncement(pageSummary(board, count))
  return (
    <ListPage
      title={title}
      lead={count}
      search={search}
      viewsOf="/admin/service-requests"
      csv="orders/productRequest"
      csvFileName="service-requests.csv"
      columns={requestColumns}
      nav={nav}
    >
      <BoardFilters
        label="Search service requests"
        placeholder="Title, company, requester, place or words of the summary"
        text={search.text}
        filter={{
          name: 'status',
          label: 'Status',
          current: search.status,
          choices: statusChoices(requestStatusLabels, board.statusCounts),
        }}
        second={{ name: 'unanswered', label: 'Answer', current: search.unanswered, choices: answerChoices }}
        narrowed={[accountNarrowing(board, search.account), daysNarrowing(search, 'Raised')]}
      >
        <DaysFilter label="Day of request" days={search} />
      </BoardFilters>
      <FocusRecovery>
        <BulkList
          one="service request"
          rows={board.content}
          keyOf={({ id }) => id}
          nameOf={({ title: name }) => name}
          stepsFor={bulkSteps}
          isTable={isWide}
          empty={<EmptyState icon={Wrench} title="No record(s) found" />}
        >
          {(selection) =>
            isWide ? (
              <RequestTable requests={board.content} search={search} selection={selection} />
            ) : (
              <RequestCards requests={board.content} selection={selection} />
            )
          }
        </BulkList>
      </FocusRecovery>
      <Pagination page={board} />
    </ListPage>
  )
}

const answerChoices = [
  { value: undefined, label: 'Answered or not' },
  { value: 'true', label: 'Without an answer' },
]
