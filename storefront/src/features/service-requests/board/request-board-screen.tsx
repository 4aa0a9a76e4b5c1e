import { Wrench } from 'lucide-react'
import { useAnnouncement } from '../../../lib/announcement-atoms.ts'
import type { RequestBoard } from '../../../lib/api/service-requests.ts'
import { countOf } from '../../../lib/format/format.ts'
import { pageSummary } from '../../../lib/router/pagination.ts'
import { BoardFilters, statusChoices } from '../../../ui/data/board-filters.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/data/pagination.tsx'
import { RequestActions } from './request-actions.tsx'
import { requestStatusLabels } from '../request-status.ts'
import { MessagesLink } from '../messages-link.tsx'
import { RequestCard } from '../request-card.tsx'
import type { RequestsSearch } from '../requests-search.ts'
import * as styles from '../requests-screen.module.css'

/** All service requests, newest first, with search, a status filter, and the steps possible on each. */
export function RequestBoardScreen({ board, search }: { board: RequestBoard; search: RequestsSearch }) {
  const count = countOf(board.totalElements, 'service request')
  useAnnouncement(pageSummary(board, count))
  return (
    <Page>
      <PageHead title="Service requests" lead={count} />
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
        narrowed={[search.unanswered === 'true' && { label: 'Without an answer', by: ['unanswered'] }]}
      />
      <FocusRecovery>
        {board.content.length === 0 ? (
          <EmptyState icon={Wrench} title="No record(s) found" />
        ) : (
          <ul className={styles['list']}>
            {board.content.map((request) => (
              <li key={request.id}>
                <RequestCard request={request}>
                  <RequestActions request={request} />
                  <div>
                    <MessagesLink request={request} />
                    <ButtonLink to="/admin/service-requests/$requestId" params={{ requestId: request.id }} look="quiet">
                      History<span className="visually-hidden"> of {request.title}</span>
                    </ButtonLink>
                  </div>
                </RequestCard>
              </li>
            ))}
          </ul>
        )}
      </FocusRecovery>
      <Pagination page={board} />
    </Page>
  )
}
