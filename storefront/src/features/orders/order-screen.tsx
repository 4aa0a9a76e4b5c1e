import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Order, OrderStatus } from '#modules/ordering/schema.ts'
import { lineTotal } from '../../lib/cart/cart.ts'
import { formatAmount, formatMoment } from '../../lib/format.ts'
import { Page, PageHead } from '../../ui/page.tsx'
import { milestones } from './history.ts'
import type { OrderScreenData } from './load-orders.ts'
import { OrderActions } from './order-actions.tsx'
import { statusLabels, usualWay } from './order-status.ts'
import { StatusBadge } from './status-badge.tsx'
import styles from './orders.module.css'

/** One order: how far it is, what is in it, where it goes, and everything that happened to it. */
export function OrderScreen({ order, history }: OrderScreenData) {
  return (
    <Page>
      <PageHead title={`Order ${order.orderId}`} lead={`Placed on ${formatMoment(order.date)}`}>
        <StatusBadge status={order.status} />
      </PageHead>
      <div className={styles['body']}>
        <div>
          <section className={styles['section']} aria-label="Progress">
            <Way status={order.status} />
            <OrderActions order={order} />
          </section>
          <section className={styles['section']}>
            <h2>Items</h2>
            <Items order={order} />
          </section>
          <section className={styles['section']}>
            <h2>History</h2>
            <ol className={styles['timeline']}>
              {milestones(history).map(({ key, title, at, by, details }) => (
                <li key={key} className={styles['event']}>
                  <h3>{title}</h3>
                  <p>
                    <time dateTime={at}>{formatMoment(at)}</time> by {by}
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

/** The usual way of an order, as far as it has come; not shown where it ended otherwise. */
function Way({ status }: { status: OrderStatus }) {
  const reached = usualWay.indexOf(status)
  if (reached < 0) return null
  return (
    <ol className={styles['way']}>
      {usualWay.map((stop, index) => (
        <li
          key={stop}
          className={clsx(styles['stop'], index <= reached && styles['reached'])}
          aria-current={index === reached ? 'step' : undefined}
        >
          {statusLabels[stop]}
        </li>
      ))}
    </ol>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <ul className={styles['lines']}>
      {order.items.map((item) => (
        <li key={item.id} className={styles['line']}>
          <div>
            <Link to="/products/$productId" params={{ productId: item.id }}>
              {item.title}
            </Link>
            <small>
              {item.company} · {item.quantity} × {formatAmount(item.price)}
            </small>
          </div>
          <span className={styles['amount']}>{formatAmount(lineTotal(item))}</span>
        </li>
      ))}
    </ul>
  )
}

function Delivery({ order: { shipping, payment, totalAmount } }: { order: Order }) {
  return (
    <aside className={styles['panel']} aria-label="Delivery and payment">
      <h2>Delivery</h2>
      <address>
        {shipping.name}
        <br />
        {shipping.address}
        <br />
        {shipping.city}, {shipping.state} {shipping.zipCode}
        <br />
        {shipping.mobile}
      </address>
      <h2>Payment</h2>
      <p className={styles['row']}>
        <span>Cash on delivery</span>
        <span>{payment.status === 'collected' ? 'Collected' : 'Pending'}</span>
      </p>
      <p className={clsx(styles['row'], styles['total'])}>
        Total <strong>{formatAmount(totalAmount)}</strong>
      </p>
    </aside>
  )
}
