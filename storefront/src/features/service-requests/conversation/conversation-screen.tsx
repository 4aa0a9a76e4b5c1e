import type { ServiceRequest } from '#modules/service-requests/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { Page, PageHead } from '../../../ui/page.tsx'
import { RequestCard } from '../request-card.tsx'
import { canReply } from './conversation.ts'
import { Lines } from './lines.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './conversation.module.css'

type ConversationProps = { request: ServiceRequest; history: readonly HistoryEntry[] }

/** For its requester: a service request, what they and the shop have written to each other, and a field to write more. */
export function ConversationScreen({ request, history }: ConversationProps) {
  return (
    <Page width="reading">
      <PageHead title="Service request" />
      <div className={styles['parts']}>
        {/* The messages begin with the summary. */}
        <RequestCard request={{ ...request, description: '' }} />
        <section aria-labelledby="messages">
          <h2 id="messages" className={styles['heading']}>
            Messages
          </h2>
          <Lines history={history} />
        </section>
        {canReply(history) && <ReplyForm request={request} />}
      </div>
    </Page>
  )
}
