import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { entriesUntil } from '../../features/audit/history/entries-until.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { loadOrderAt } from '../../features/orders/console/load-order-at.ts'
import { OrderDocument } from '../../features/orders/console/order-document.tsx'
import { OrderTools } from '../../features/orders/console/order-tools.tsx'
import { StaffPanel } from '../../features/orders/console/staff-panel.tsx'
import { OrderSheet } from '../../features/orders/order/order-sheet.tsx'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/orders/$orderId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, store }, location, params: { orderId }, deps, abortController: { signal } }) =>
    loadGuarded({ context: { store }, location }, async () => {
      const [history, order] = await Promise.all([
        loadHistory(api, { stream: `order-${orderId}`, search: deps }, signal),
        loadOrderAt(api, { orderId, revision: deps.revision, at: deps.at }, signal),
      ])
      return { history, order, crumb: history.crumb }
    }),
  head: ({ params }) => ({ meta: [{ title: pageTitle(`Order ${params.orderId}`) }] }),
  pendingComponent: ScreenSkeleton,
  component: OrderPage,
})

function OrderPage() {
  const { history, order } = Route.useLoaderData()
  const { timeline, state, now } = history
  const untilThen = entriesUntil(order.history, state)
  const differing = fieldsThatDiffer(state.facts, now.facts)
  return (
    <HistoryScreen
      {...history}
      sheet={<OrderSheet order={order.shown} />}
      tools={<OrderTools order={order.now} />}
      document={<OrderDocument order={order.shown} history={untilThen} differing={differing} />}
      aside={<StaffPanel order={order.now} events={timeline.events} />}
    />
  )
}
