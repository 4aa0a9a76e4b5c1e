import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import type { Page as PageOf } from '../../lib/api/page.ts'
import { countOf, formatMoment } from '../../lib/format.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { canWithdraw, requestStatusLabels } from './request-status.ts'
import { Withdraw } from './withdraw.tsx'
import styles from './requests-screen.module.css'

/** The service requests: the admin sees all of them, everybody else their own (spec §2). */
export function RequestsScreen({ page, nav }: { page: PageOf<ServiceRequest>; nav: ReactNode }) {
  const isAdmin = useSession()?.role === 'ADMIN'
  const count = countOf(page.totalElements, 'service request')
  useAnnouncement(count)
  return (
    <Page>
      <PageHead title={isAdmin ? 'All service requests' : 'My Service Requests'} lead={count} />
      {nav}
      {page.content.length === 0 ? (
        <EmptyState
          icon={Wrench}
          title="No record(s) found"
          actions={isAdmin ? undefined : <ButtonLink to="/collection">Explore Products</ButtonLink>}
        >
          {isAdmin ? undefined : 'Every product’s page has a link to raise a service request.'}
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {page.content.map((request) => (
            <li key={request.id}>
              <RequestCard request={request} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} />
    </Page>
  )
}

function RequestCard({ request }: { request: ServiceRequest }) {
  const session = useSession()
  const { title, company, description, address, status, createDate, loginUserName } = request
  const isOwn = session?.loginUserName === loginUserName
  return (
    <article className={styles['request']}>
      <div className={styles['head']}>
        <h2>
          <Title request={request} />
        </h2>
        <span className={clsx(styles['badge'], styles[status])}>{requestStatusLabels[status]}</span>
      </div>
      <p className={styles['text']}>{description}</p>
      <p className={styles['meta']}>
        <span>{company}</span>
        <span>{formatMoment(createDate)}</span>
        {address !== '' && <span>{address}</span>}
        {!isOwn && <span>{loginUserName}</span>}
      </p>
      {isOwn && canWithdraw(status) && <Withdraw id={request.id} title={title} />}
    </article>
  )
}

/** Leads to the product where the request is about one. */
function Title({ request: { title, productId } }: { request: ServiceRequest }) {
  if (productId === '') return title
  return (
    <Link to="/products/$productId" params={{ productId }}>
      {title}
    </Link>
  )
}
