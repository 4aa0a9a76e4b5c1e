import { Link } from '@tanstack/react-router'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { formatAmount, formatDateTime } from '../../../lib/format/format.ts'
import { SelectHead } from '../../../ui/table/select-box.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { StatusBadge } from '../status-badge.tsx'
import { OrderActions } from './order-actions.tsx'
import * as styles from './order-board.module.css'

type OrderCardsProps = { orders: readonly TrackedOrder[]; selection: Selection }

/** The orders as cards, for screens without room for a table. */
export function OrderCards({ orders, selection }: OrderCardsProps) {
  return (
    <ul className={styles['rows']}>
      {orders.map((order) => (
        <li key={order.orderId}>
          <OrderCard order={order} selection={selection} />
        </li>
      ))}
    </ul>
  )
}

function OrderCard({ order, selection }: { order: TrackedOrder; selection: Selection }) {
  const { orderId, items, shipping, totalAmount, status, date, loginUserName } = order
  return (
    <article className={styles['row']}>
      <SelectHead selection={selection} of={orderId} name={orderId}>
        <h2>
          <Link to="/admin/orders/$orderId" params={{ orderId }}>
            {orderId}
          </Link>
        </h2>
        <p>{formatDateTime(date)}</p>
      </SelectHead>
      <div>
        <p>
          <strong>{shipping.name}</strong>, {shipping.city}
        </p>
        <p>{loginUserName}</p>
      </div>
      <div className={styles['what']}>
        <p>{items.map(({ title, quantity }) => `${quantity} × ${title}`).join('; ')}</p>
        <p>
          <strong>{formatAmount(totalAmount)}</strong>
        </p>
      </div>
      <div className={styles['state']}>
        <StatusBadge status={status} />
        <OrderActions order={order} />
      </div>
    </article>
  )
}
