import { useState } from 'react'
import type { AuditEvent } from '#modules/audit/schema.ts'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { OrderActions } from '../board/order-actions.tsx'
import { useOrderPolling } from '../order/use-order-polling.ts'
import { stepsFor } from '../order-status.ts'
import { mailsIn, notesIn } from './notes-and-mails.ts'
import { OrderMails } from './order-mails.tsx'
import { OrderNotes } from './order-notes.tsx'
import { useWaitingMails } from './use-waiting-mails.ts'
import * as styles from './console.module.css'

/** The tools of the staff for an order: the next steps, their notes, and the mails to the buyer. */
export function StaffPanel({ order, events }: { order: TrackedOrder; events: readonly AuditEvent[] }) {
  const mails = mailsIn(events)
  const [now] = useState(() => Date.now())
  const isOver = stepsFor(order, { isAdmin: true, now }).length === 0
  useOrderPolling(order)
  useWaitingMails(mails)
  return (
    <>
      <section className={styles['section']} aria-labelledby="steps">
        <h2 id="steps">Next steps</h2>
        <FocusRecovery>
          <OrderActions order={order} />
        </FocusRecovery>
        {isOver && <p className={styles['soft']}>Nothing is left to do.</p>}
        {order.returnableUntil && (
          <p className={styles['soft']}>
            {isOver ? 'The order could be returned until' : 'The order can be returned until'}{' '}
            <time dateTime={order.returnableUntil}>{formatDateTime(order.returnableUntil)}</time>.
          </p>
        )}
      </section>
      <OrderNotes orderId={order.orderId} notes={notesIn(events)} />
      <OrderMails mails={mails} />
    </>
  )
}
