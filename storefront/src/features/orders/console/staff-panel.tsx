import type { AuditEvent } from '#modules/audit/schema.ts'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { OrderActions } from '../board/order-actions.tsx'
import { useOrderPolling } from '../order/use-order-polling.ts'
import { hasEnded } from '../order/way.ts'
import { mailsIn, notesIn } from './notes-and-mails.ts'
import { OrderMails } from './order-mails.tsx'
import { OrderNotes } from './order-notes.tsx'
import { useWaitingMails } from './use-waiting-mails.ts'
import * as styles from './console.module.css'

/** The tools of the staff for an order: the next steps, their notes, and the mails to the buyer. */
export function StaffPanel({ order, events }: { order: TrackedOrder; events: readonly AuditEvent[] }) {
  const mails = mailsIn(events)
  useOrderPolling(order)
  useWaitingMails(mails)
  return (
    <>
      <section className={styles['section']} aria-labelledby="steps">
        <h2 id="steps">Next steps</h2>
        <FocusRecovery>
          <OrderActions order={order} />
        </FocusRecovery>
        {hasEnded(order.status) && <p className={styles['soft']}>Nothing is left to do.</p>}
      </section>
      <OrderNotes orderId={order.orderId} notes={notesIn(events)} />
      <OrderMails mails={mails} />
    </>
  )
}
