import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { formatMoment } from '../../lib/format/format.ts'
import { useSession } from '../../entities/session/use-session.ts'
import { RequestStatusBadge } from './request-status-badge.tsx'
import { canWithdraw } from './request-status.ts'
import { Withdraw } from './withdraw.tsx'
import * as styles from './requests-screen.module.css'

/** One service request; below it `children`, and the withdrawal for its requester. */
export function RequestCard({ request, children }: { request: ServiceRequest; children?: ReactNode }) {
  const session = useSession()
  const { title, company, description, address, status, createDate, loginUserName } = request
  const isOwn = session?.loginUserName === loginUserName
  return (
    <article className={styles['request']}>
      <div className={styles['head']}>
        <h2>
          <Title request={request} />
        </h2>
        <RequestStatusBadge status={status} />
      </div>
      {description !== '' && <p className={styles['text']}>{description}</p>}
      <p className={styles['meta']}>
        <span>{company}</span>
        <span>{formatMoment(createDate)}</span>
        {address !== '' && <span>{address}</span>}
        {!isOwn && <span>{loginUserName}</span>}
      </p>
      <div className={styles['actions']}>
        {children}
        {isOwn && canWithdraw(status) && <Withdraw id={request.id} title={title} />}
      </div>
    </article>
  )
}

/** Links to the product if the request is about one. */
function Title({ request: { title, productId } }: { request: ServiceRequest }) {
  if (productId === '') return title
  return (
    <Link to="/products/$productId" params={{ productId }}>
      {title}
    </Link>
  )
}
