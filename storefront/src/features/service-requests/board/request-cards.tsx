import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import { SelectBox } from '../../../ui/table/select-box.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { RequestCard } from '../request-card.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestLink } from './request-row-actions.tsx'
import * as styles from '../requests-screen.module.css'

type RequestCardsProps = { requests: readonly ServiceRequest[]; selection: Selection }

/** The service requests as cards, for screens without room for a table. */
export function RequestCards({ requests, selection }: RequestCardsProps) {
  return (
    <ul className={styles['list']}>
      {requests.map((request) => (
        <li key={request.id}>
          <RequestCard
            request={request}
            select={<SelectBox selection={selection} of={request.id} name={request.title} isOnCard />}
          >
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
