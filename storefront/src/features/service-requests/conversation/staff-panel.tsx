import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { RequestActions } from '../board/request-actions.tsx'
import { requestSteps } from '../board/request-steps.ts'
import { canReply, requestOf } from './conversation.ts'
import { ReplyForm } from './reply-form.tsx'
import * as styles from './conversation.module.css'

/** The tools of the staff for a service request: the next steps, and a message to the requester. */
export function StaffPanel({ id, history }: { id: string; history: readonly HistoryEntry[] }) {
  const request = requestOf(id, history)
  return (
    <>
      <section aria-labelledby="steps">
        <h2 id="steps" className={styles['heading']}>
          Next steps
        </h2>
        <FocusRecovery>
          <RequestActions request={request} />
        </FocusRecovery>
        {requestSteps[request.status].length === 0 && <p>Nothing is left to do.</p>}
      </section>
      {canReply(history) && (
        <section aria-labelledby="reply">
          <h2 id="reply" className={styles['heading']}>
            Reply
          </h2>
          <ReplyForm request={request} />
        </section>
      )}
    </>
  )
}
