import { createFileRoute } from '@tanstack/react-router'
import { loadOrders, readOrdersSearch } from '../../features/orders/load-orders.ts'
import { OrdersNav } from '../../features/orders/list/orders-nav.tsx'
import { OrdersScreen } from '../../features/orders/list/orders-screen.tsx'
import { requireSession } from '../../entities/session/guards.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/')({
  validateSearch: readOrdersSearch,
  beforeLoad: (guarded) => ({ session: requireSession(guarded) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      loadOrders(context.api, { session: context.session, search: deps, signal: abortController.signal }),
    ),
  head: () => ({ meta: [{ title: pageTitle('My Orders') }, { name: 'robots', content: 'noindex' }] }),
  component: () => <OrdersScreen nav={<OrdersNav />} page={Route.useLoaderData()} search={Route.useSearch()} />,
})
