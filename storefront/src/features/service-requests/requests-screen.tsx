import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedServiceRequest } from '#modules/service-requests/schema.ts'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf } from '../../lib/format/format.ts'
import { pageSummary } from '../../lib/router/pagination.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { MessagesLink } from './messages-link.tsx'
import { RequestCard } from './request-card.tsx'
import * as styles from './requests-screen.module.css'

/** A user's own service requests (spec §2). */
export function RequestsScreen({ page, nav }: { page: PageOf<ListedServiceRequest>; nav: ReactNode }) {
  const count = countOf(page.totalElements, 'service request')
  useAnnouncement(pageSummary(page, count))
  return (
    <Page>
      <PageHead title="My Service Requests" lead={count} />
      {nav}
      <FocusRecovery>
        {page.content.length === 0 ? (
          <EmptyState
            icon={Wrench}
            title="No record(s) found"
            actions={<ButtonLink to="/collection">Explore Products</ButtonLink>}
          >
            Every product’s page has a link to raise a service request.
          </EmptyState>
        ) : (
          <ul className={styles['list']}>
            {page.content.map((request) => (
              <li key={request.id}>
                <RequestCard request={request}>
                  <MessagesLink request={request} />
                </RequestCard>
              </li>
            ))}
          </ul>
        )}
      </FocusRecovery>
      <Pagination page={page} />
    </Page>
  )
}
