import { Link } from '@tanstack/react-router'
import type { OrderBoard } from '../../../lib/api/orders.ts'
import { countOf } from '../../../lib/format/format.ts'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { TablePart } from '../../../ui/table/table-part.tsx'
import { orderColumns } from './order-columns.tsx'

const columns = unsortedColumns(orderColumns, ['order', 'status', 'total', 'placed'])

/** The newest orders of one account. */
export function OrdersOfPerson({ accountId, orders }: { accountId: string; orders: OrderBoard }) {
  const all = (
    <Link to="/admin/orders" search={{ account: accountId }}>
      {countOf(orders.totalElements, 'order')} in the list
    </Link>
  )
  return <TablePart title="Orders" all={all} rows={orders.content} columns={columns} keyOf={({ orderId }) => orderId} />
}
