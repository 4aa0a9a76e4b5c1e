import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { RequestCard } from '../request-card.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestLink } from './request-row-actions.tsx'
import * as styles from '../requests-screen.module.css'

/** The service requests as cards, for screens without room for a table. */
export function RequestCards({ requests }: { requests: readonly ServiceRequest[] }) {
  return (
    <ul className={styles['list']}>
      {requests.map((request) => (
        <li key={request.id}>
          <RequestCard request={request}>
            <RequestActions request={request} />
            <div>
              <RequestLink request={request} />
            </div>
          </RequestCard>
        </li>
      ))}
    </ul>
  )
}
