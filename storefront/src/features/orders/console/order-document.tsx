import type { TrackedOrder } from '#modules/ordering/schema.ts'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { formatAmount, formatDateTime } from '../../../lib/format/format.ts'
import { Expected } from '../expected.tsx'
import { DeliveryAddress } from '../order/delivery-address.tsx'
import { OrderProgress } from '../order/order-progress.tsx'
import { orderStagesOf, shipmentOf } from '../order/order-stages.ts'
import { paymentLabel } from '../order-status.ts'
import { StatusBadge } from '../status-badge.tsx'
import { Differs } from '../../../entities/document/differs.tsx'
import { Labelled } from '../../../entities/document/labelled.tsx'
import { latestText } from '../../../entities/document/latest-text.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import { PersonLink } from '../../../entities/event/person-link.tsx'
import { OrEmpty } from '../../../ui/data/or-empty.tsx'
import { OrderLines } from './order-lines.tsx'
import * as styles from '../../../entities/document/document.module.css'

type OrderDocumentProps = {
  order: TrackedOrder
  /** The events of the order up to the chosen moment. */
  history: readonly HistoryEntry[]
  /** The fields that differ from the current order. */
  differing: ReadonlySet<string>
}

/** An order as of some moment: progress, items, total, delivery and payment. */
export function OrderDocument({ order, history, differing }: OrderDocumentProps) {
  const { status, expected, items, totalAmount, shipping, loginUserName, date } = order
  const shipment = shipmentOf(history) ?? { carrier: '', trackingNumber: '' }
  return (
    <article className={styles['document']} aria-label={`Order ${order.orderId} at this point`}>
      <Differs fields={['status', 'reason', 'carrier', 'trackingNumber', 'deliveredAt']} differing={differing}>
        <div className={styles['part']}>
          <div className={styles['status']}>
            <h3>
              <StatusBadge status={status} />
            </h3>
            <p>Placed on {formatDateTime(date)}</p>
          </div>
          <OrderProgress stages={orderStagesOf(order, history)} />
          {expected && <Expected days={expected} at={timeOf(history)} />}
          <Labelled
            facts={{
              Carrier: shipment.carrier,
              'Tracking number': <TrackingNumber text={shipment.trackingNumber} />,
              'Reason of a cancellation or return': latestText(history, 'reason'),
            }}
          />
        </div>
      </Differs>
      <section className={styles['part']} aria-label="Items">
        <OrderLines items={items} />
        <p className={styles['total']}>
          Total, exclusive of GST <strong>{formatAmount(totalAmount)}</strong>
        </p>
      </section>
      <div className={styles['pair']}>
        <Differs fields={['shipping', 'buyer']} differing={differing}>
          <section className={styles['part']} aria-labelledby="deliver-to">
            <h3 id="deliver-to">Deliver to</h3>
            <address className={styles['address']}>
              <DeliveryAddress shipping={shipping} />
            </address>
            <p className={styles['soft']}>
              Ordered by <PersonLink id={history[0]?.by.id} username={loginUserName} />
            </p>
          </section>
        </Differs>
        <Differs fields={['paymentStatus']} differing={differing}>
          <section className={styles['part']} aria-labelledby="payment">
            <h3 id="payment">Payment</h3>
            <p>Cash on delivery: {paymentLabel(order).toLowerCase()}</p>
          </section>
        </Differs>
      </div>
    </article>
  )
}

/** The time of the last event, in ms. */
function timeOf(history: readonly HistoryEntry[]): number | undefined {
  const last = history.at(-1)
  return last && Date.parse(last.at)
}

function TrackingNumber({ text }: { text: string }) {
  if (text === '') return <OrEmpty text={text} />
  return (
    <>
      {text} <CopyButton text={text} of="tracking number" />
    </>
  )
}
