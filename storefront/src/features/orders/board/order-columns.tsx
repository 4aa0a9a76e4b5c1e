import { Link } from '@tanstack/react-router'
import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { formatAmount, formatDateTime } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { paymentLabel } from '../order-status.ts'
import { StatusBadge } from '../status-badge.tsx'
import type { columnIds } from './board-search.ts'
import * as styles from './order-board.module.css'

type OrderColumn = Column<TrackedOrder> & { id: (typeof columnIds)[number] }

/** The columns of the table of orders. */
export const orderColumns: readonly OrderColumn[] = [
  {
    id: 'order',
    head: 'Order',
    cell: ({ orderId }) => (
      <Link to="/admin/orders/$orderId" params={{ orderId }} className={styles['id']}>
        {orderId}
      </Link>
    ),
  },
  { id: 'placed', head: 'Placed', sorts: 'desc', cell: ({ date }) => formatDateTime(date) },
  { id: 'name', head: 'Recipient', sorts: 'asc', cell: ({ shipping }) => shipping.name },
  { id: 'city', isMinor: true, head: 'City', sorts: 'asc', cell: ({ shipping }) => shipping.city },
  { id: 'items', isMinor: true, head: 'Items', fills: true, cell: itemsText },
  { id: 'total', head: 'Total', sorts: 'desc', isNumber: true, cell: ({ totalAmount }) => formatAmount(totalAmount) },
  { id: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'account', head: 'Account', isExtra: true, cell: ({ loginUserName }) => loginUserName },
  { id: 'payment', head: 'Payment', isExtra: true, cell: paymentLabel },
  {
    id: 'pieces',
    head: 'Pieces',
    isExtra: true,
    isNumber: true,
    cell: ({ items }) => items.reduce((pieces, { quantity }) => pieces + quantity, 0),
  },
]

function itemsText({ items }: TrackedOrder): string {
  return items.map(({ title, quantity }) => `${quantity} × ${title}`).join('; ')
}
