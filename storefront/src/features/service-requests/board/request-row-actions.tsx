import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { RequestActions } from './request-actions.tsx'
import * as styles from './request-board.module.css'

/** The steps that are possible on a request, and the link to its history. */
export function RequestRowActions({ request }: { request: ServiceRequest }) {
  return (
    <div className={styles['row']}>
      <RequestActions request={request} />
      <HistoryLink request={request} />
    </div>
  )
}

/** The link to all events of a request. */
export function HistoryLink({ request: { id, title } }: { request: ServiceRequest }) {
  return (
    <ButtonLink to="/admin/service-requests/$requestId" params={{ requestId: id }} look="quiet">
      History<span className="visually-hidden"> of {title}</span>
    </ButtonLink>
  )
}
