import { createFileRoute } from '@tanstack/react-router'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/carts/$cartId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, params, deps, abortController }) =>
    loadGuarded({ context, location }, () =>
      loadHistory(context.api, { stream: `cart-${params.cartId.toLowerCase()}`, search: deps }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Cart history') }] }),
  component: () => <HistoryScreen {...Route.useLoaderData()} />,
})
