import { createFileRoute } from '@tanstack/react-router'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/orders/$orderId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, params, deps, abortController }) =>
    loadGuarded({ context, location }, () =>
      loadHistory(context.api, { stream: `order-${params.orderId}`, search: deps }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Order history') }] }),
  component: () => <HistoryScreen {...Route.useLoaderData()} />,
})
