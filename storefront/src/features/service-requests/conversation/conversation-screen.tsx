import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { useRole } from '../../../entities/session/use-session.ts'
import { Page, PageHead } from '../../../ui/page.tsx'
import { RequestActions } from '../board/request-actions.tsx'
import { RequestCard } from '../request-card.tsx'
import { canReply, requestOf } from './conversation.ts'
import { Lines } from './lines.tsx'
import { ReplyForm } from './reply-form.tsx'
import styles from './conversation.module.css'

/** A service request, what its requester and the shop have written to each other, and a field to write more. */
export function ConversationScreen({ id, history }: { id: string; history: readonly HistoryEntry[] }) {
  const request = requestOf(id, history)
  const isAdmin = useRole() === 'ADMIN'
  return (
    <Page width="reading">
      <PageHead title="Service request" />
      <div className={styles['parts']}>
        {/* The messages begin with the summary. */}
        <RequestCard request={{ ...request, description: '' }}>
          {isAdmin && <RequestActions request={request} />}
        </RequestCard>
        <section aria-labelledby="messages">
          <h2 id="messages" className={styles['heading']}>
            Messages
          </h2>
          <Lines history={history} />
        </section>
        {canReply(history) && <ReplyForm id={id} />}
      </div>
    </Page>
  )
}
