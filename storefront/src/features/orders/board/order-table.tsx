import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { standardSort, type BoardSearch } from './board-search.ts'
import { OrderActions } from './order-actions.tsx'
import { orderColumns } from './order-columns.tsx'

type OrderTableProps = { orders: readonly TrackedOrder[]; search: BoardSearch; selection: Selection }

/** The orders as a table. */
export function OrderTable({ orders, search, selection }: OrderTableProps) {
  return (
    <DataTable
      name="Orders"
      rows={orders}
      columns={shownColumns(orderColumns, search.columns)}
      keyOf={({ orderId }) => orderId}
      sort={search.sort ?? standardSort}
      isCompact={search.density === 'compact'}
      selection={selection}
      actions={nextSteps}
    />
  )
}

function nextSteps(order: TrackedOrder) {
  return <OrderActions order={order} />
}
