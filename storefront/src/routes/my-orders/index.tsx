import { createFileRoute } from '@tanstack/react-router'
import { readBoardSearch } from '../../features/orders/board/board-search.ts'
import { OrdersNav } from '../../features/orders/list/orders-nav.tsx'
import { OrdersScreen } from '../../features/orders/list/orders-screen.tsx'
import { requireSession } from '../../entities/session/guards.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { fetchMyOrders, fetchOrders } from '../../lib/api/orders.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { pageTitle } from '../../lib/shop.ts'
import { Pending } from './-pending.tsx'

/** Everyone’s own orders; for an admin, the console’s board of all orders, whose script buyers do not fetch (spec §2). */
export const Route = createFileRoute('/my-orders/')({
  validateSearch: readBoardSearch,
  beforeLoad: (guarded) => ({ session: requireSession(guarded) }),
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context: { api, session, store }, location, deps, abortController: { signal } }) => {
    const guarded = { context: { store }, location }
    const page = pageIndex(deps.page)
    if (session.role !== 'ADMIN') {
      const { loginUserName } = session
      return { own: await loadGuardedPage(guarded, () => fetchMyOrders(api, { loginUserName, page }, signal)) }
    }
    const [board, { OrderBoardScreen }] = await Promise.all([
      loadGuardedPage(guarded, () => fetchOrders(api, { ...deps, page }, signal)),
      import('../../features/orders/board/order-board-screen.tsx'),
    ])
    return { board, OrderBoardScreen }
  },
  head: ({ match }) => ({
    meta: [{ title: pageTitle(titleFor(match.context.session.role)) }, { name: 'robots', content: 'noindex' }],
  }),
  pendingComponent: Pending,
  component: Orders,
})

const titleFor = (role: string) => (role === 'ADMIN' ? 'All orders' : 'My Orders')

function Orders() {
  const loaded = Route.useLoaderData()
  const search = Route.useSearch()
  const nav = <OrdersNav />
  if (loaded.own) return <OrdersScreen nav={nav} page={loaded.own} />
  const { OrderBoardScreen, board } = loaded
  return <OrderBoardScreen title={titleFor('ADMIN')} nav={nav} board={board} search={search} />
}
