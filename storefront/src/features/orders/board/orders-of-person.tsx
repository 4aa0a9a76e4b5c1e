import { Link } from '@tanstack/react-router'
import type { OrderBoard } from '../../../lib/api/orders.ts'
import { countOf } from '../../../lib/format/format.ts'
import { ListPart } from '../../../ui/table/list-part.tsx'
import { unsortedColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { standardSort } from './board-search.ts'
import { orderColumns } from './order-columns.tsx'

const columns = unsortedColumns(orderColumns, ['order', 'status', 'total', 'placed'])

/** The newest orders of one account. */
export function OrdersOfPerson({ accountId, orders }: { accountId: string; orders: OrderBoard }) {
  const all = (
    <Link to="/admin/orders" search={{ account: accountId }}>
      {countOf(orders.totalElements, 'order')} in the list
    </Link>
  )
  return (
    <ListPart title="Orders" all={all} empty="No orders." isEmpty={orders.content.length === 0}>
      <DataTable
        name="Newest orders"
        rows={orders.content}
        columns={columns}
        keyOf={({ orderId }) => orderId}
        sort={standardSort}
        isCompact
      />
    </ListPart>
  )
}
