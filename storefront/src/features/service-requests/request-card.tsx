import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListedServiceRequest, ServiceRequest } from '#modules/service-requests/schema.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { useSession } from '../../entities/session/use-session.ts'
import { RequestStatusBadge } from './request-status-badge.tsx'
import { canWithdraw } from './request-status.ts'
import { Withdraw } from './withdraw.tsx'
import * as styles from './requests-screen.module.css'

/** A service request with, in a list, whether the shop has replied. */
type ShownRequest = ServiceRequest & Partial<Pick<ListedServiceRequest, 'lastReplyFrom' | 'shopRepliedAt'>>

type RequestCardProps = {
  request: ShownRequest
  /** The box that selects it, in a list with steps for several. */
  select?: ReactNode
  children?: ReactNode
}

/** One service request; below it `children`, and the withdrawal for its requester. */
export function RequestCard({ request, select, children }: RequestCardProps) {
  const session = useSession()
  const { title, company, description, address, status, createDate, loginUserName } = request
  const isOwn = session?.loginUserName === loginUserName
  return (
    <article className={styles['request']}>
      <div className={styles['head']}>
        {select}
        <h2>
          <Title request={request} />
        </h2>
        <div className={styles['badges']}>
          <ReplyMark request={request} isOwn={isOwn} />
          <RequestStatusBadge status={status} />
        </div>
      </div>
      {description !== '' && <p className={styles['text']}>{description}</p>}
      <p className={styles['meta']}>
        <span>{company}</span>
        <span>{formatDateTime(createDate)}</span>
        {address !== '' && <span>{address}</span>}
        {!isOwn && <span>{loginUserName}</span>}
      </p>
      <ReplyTime request={request} isOwn={isOwn} />
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

type ReplyProps = { request: ShownRequest; isOwn: boolean }

/** Marks a request whose last message is the shop’s, for its requester. */
function ReplyMark({ request: { lastReplyFrom }, isOwn }: ReplyProps) {
  return isOwn && lastReplyFrom === 'shop' && <Badge tone="info">Reply from the shop</Badge>
}

function ReplyTime({ request: { shopRepliedAt }, isOwn }: ReplyProps) {
  if (!isOwn || !shopRepliedAt) return null
  return <p className={styles['replied']}>The shop replied on {formatDateTime(shopRepliedAt)}</p>
}
