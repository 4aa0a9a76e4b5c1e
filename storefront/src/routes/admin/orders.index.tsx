import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readBoardSearch } from '../../features/orders/board/board-search.ts'
import { OrderBoardScreen } from '../../features/orders/board/order-board-screen.tsx'
import { fetchOrders } from '../../lib/api/orders.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/orders/')({
  validateSearch: readBoardSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchOrders(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Orders') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <OrderBoardScreen board={Route.useLoaderData()} search={Route.useSearch()} />,
})
