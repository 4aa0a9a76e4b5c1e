import type { TrackedOrder } from '#modules/ordering/schema.ts'
import { BulkBar } from '../../../entities/list/bulk/bulk-bar.tsx'
import { takeOrderStep, type OrderStep } from '../../../lib/api/orders.ts'
import { shownColumns } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useSelection } from '../../../ui/table/use-selection.ts'
import { stepsFor } from '../order-status.ts'
import { standardSort, type BoardSearch } from './board-search.ts'
import { OrderActions } from './order-actions.tsx'
import { orderColumns } from './order-columns.tsx'
import { bulkStepText } from './order-steps.ts'

const allSteps: readonly OrderStep[] = ['confirm', 'dispatch', 'deliver', 'cancel', 'return']

/** The orders as a table; steps can be applied to several at once. */
export function OrderTable({ orders, search }: { orders: readonly TrackedOrder[]; search: BoardSearch }) {
  const selection = useSelection(orders.map(({ orderId }) => orderId))
  const selected = orders.filter(({ orderId }) => selection.isSelected(orderId))
  const possible = new Set(selected.flatMap((order) => stepsFor(order, true)))
  const steps = allSteps
    .filter((step) => possible.has(step))
    .map((step) => ({
      text: bulkStepText(step),
      take: (api: Parameters<typeof takeOrderStep>[0], orderId: string, details: Record<string, string>) =>
        takeOrderStep(api, { orderId, step, details }),
    }))
  return (
    <>
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
      <BulkBar one="order" selection={selection} steps={steps} />
    </>
  )
}

function nextSteps(order: TrackedOrder) {
  return <OrderActions order={order} />
}
