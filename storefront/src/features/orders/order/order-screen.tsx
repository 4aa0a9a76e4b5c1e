import { clsx } from 'clsx'
import { Printer } from 'lucide-react'
import type { Order, OrderStatus } from '#modules/ordering/schema.ts'
import { useAnnouncement } from '../../../lib/atoms/announcement-atoms.ts'
import { useSession } from '../../../entities/session/use-session.ts'
import { formatAmount, formatDateTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FocusRecovery } from '../../../ui/focus-recovery.tsx'
import { Page, PageHead } from '../../../ui/page.tsx'
import { BuyAgain } from './buy-again.tsx'
import { DeliveryAddress } from './delivery-address.tsx'
import { milestones } from './history.ts'
import type { OrderScreenData } from '../load-orders.ts'
import { OrderActions } from '../board/order-actions.tsx'
import { Expected } from '../expected.tsx'
import { ShipmentPanel, OrderProgress } from './order-progress.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { paymentLabel, statusLabels } from '../order-status.ts'
import { StatusBadge } from '../status-badge.tsx'
import { useOrderPolling } from './use-order-polling.ts'
import { hasEnded, shipmentOf, orderStagesOf } from './order-stages.ts'
import * as styles from './order-screen.module.css'

/** One order: progress, items, delivery address, and history. */
export function OrderScreen({ order, history }: OrderScreenData) {
  const polledAt = useOrderPolling(order)
  const session = useSession()
  const shipment = shipmentOf(history)
  useAnnouncement(`Order ${order.orderId}: ${statusLabels[order.status]}`)
  return (
    <Page>
      <div className={styles['screen']}>
        <PageHead title={`Order ${order.orderId}`} lead={`Placed on ${formatDateTime(order.date)}`}>
          <div className={styles['headTools']}>
            <StatusBadge status={order.status} />
            <Button look="secondary" onClick={() => window.print()}>
              <Printer aria-hidden /> Print
            </Button>
          </div>
        </PageHead>
      </div>
      <OrderSheet order={order} />
      <div className={clsx(styles['body'], styles['screen'])}>
        <div>
          <section className={styles['section']} aria-label="Progress">
            <OrderProgress stages={orderStagesOf(order, history)} />
            {order.expected && <Expected days={order.expected} />}
            {shipment && order.status === 'dispatched' && <ShipmentPanel shipment={shipment} />}
            <p className={styles['fresh']}>{freshness(order.status, polledAt)}</p>
            <FocusRecovery>
              <OrderActions order={order} />
            </FocusRecovery>
          </section>
          <section className={styles['section']}>
            <h2>Items</h2>
            <OrderItems items={order.items} />
            {session?.loginUserName === order.loginUserName && <BuyAgain orderId={order.orderId} items={order.items} />}
          </section>
          <section className={styles['section']}>
            <h2>History</h2>
            <ol className={styles['timeline']}>
              {milestones(history).map(({ key, title, at, by, details }) => (
                <li key={key} className={styles['event']}>
                  <h3>{title}</h3>
                  <p>
                    <time dateTime={at}>{formatDateTime(at)}</time> by {by}
                  </p>
                  {details.map((detail) => (
                    <p key={detail}>{detail}</p>
                  ))}
                </li>
              ))}
            </ol>
          </section>
        </div>
        <Delivery order={order} />
      </div>
    </Page>
  )
}

/** Says when the order was last fetched, and that reloading is not needed. */
function freshness(status: OrderStatus, polledAt: Date | undefined): string {
  if (hasEnded(status) || !polledAt) return ''
  return `This page updates automatically. Last checked at ${formatDateTime(polledAt.toISOString())}.`
}

function Delivery({ order }: { order: Order }) {
  const { shipping, totalAmount } = order
  return (
    <aside className={styles['panel']} aria-label="Delivery and payment">
      <h2>Delivery</h2>
      <address>
        <DeliveryAddress shipping={shipping} />
      </address>
      <h2>Payment</h2>
      <p className={styles['row']}>
        <span>Cash on delivery</span>
        <span>{paymentLabel(order)}</span>
      </p>
      <p className={clsx(styles['row'], styles['total'])}>
        Total <strong>{formatAmount(totalAmount)}</strong>
      </p>
    </aside>
  )
}
