import { createFileRoute } from '@tanstack/react-router'
import { OrdersNav } from '../../features/orders/list/orders-nav.tsx'
import { readRequestsSearch } from '../../features/service-requests/requests-search.ts'
import { RequestsScreen } from '../../features/service-requests/requests-screen.tsx'
import { requireSession } from '../../entities/session/guards.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { fetchMyServiceRequests, fetchRequestBoard } from '../../lib/api/service-requests.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { pageTitle } from '../../lib/shop.ts'
import { Pending } from './-pending.tsx'

/** Everyone’s own service requests; for an admin, the console’s board of all of them, whose script others do not fetch. */
export const Route = createFileRoute('/my-orders/requests')({
  validateSearch: readRequestsSearch,
  beforeLoad: (guarded) => ({ session: requireSession(guarded) }),
  loaderDeps: ({ search }) => askedOf(search),
  loader: async ({ context: { api, session, store }, location, deps, abortController: { signal } }) => {
    const guarded = { context: { store }, location }
    const page = pageIndex(deps.page)
    if (session.role !== 'ADMIN') {
      const { loginUserName } = session
      return { own: await loadGuardedPage(guarded, () => fetchMyServiceRequests(api, { loginUserName, page }, signal)) }
    }
    const [board, { RequestBoardScreen }] = await Promise.all([
      loadGuardedPage(guarded, () => fetchRequestBoard(api, { ...deps, page }, signal)),
      import('../../features/service-requests/board/request-board-screen.tsx'),
    ])
    return { board, RequestBoardScreen }
  },
  head: () => ({ meta: [{ title: pageTitle('Service requests') }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: Pending,
  component: Requests,
})

function Requests() {
  const loaded = Route.useLoaderData()
  const search = Route.useSearch()
  const nav = <OrdersNav />
  if (loaded.own) return <RequestsScreen nav={nav} page={loaded.own} />
  const { RequestBoardScreen, board } = loaded
  return <RequestBoardScreen title="All service requests" nav={nav} board={board} search={search} />
}
