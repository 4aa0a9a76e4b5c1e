import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { RequestActions } from './request-actions.tsx'
import * as styles from './request-board.module.css'

/** The steps that are possible on a request, and the link to its page. */
export function RequestRowActions({ request }: { request: ServiceRequest }) {
  return (
    <div className={styles['row']}>
      <RequestActions request={request} />
      <RequestLink request={request} />
    </div>
  )
}

/** The link to the page of a request, with its messages and all its events. */
export function RequestLink({ request: { id, title } }: { request: ServiceRequest }) {
  return (
    <ButtonLink to="/admin/service-requests/$requestId" params={{ requestId: id }} look="quiet">
      Open<span className="visually-hidden"> {title}</span>
    </ButtonLink>
  )
}
