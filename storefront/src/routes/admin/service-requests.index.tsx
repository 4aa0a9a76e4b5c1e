import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { RequestBoardScreen } from '../../features/service-requests/board/request-board-screen.tsx'
import { readRequestsSearch } from '../../features/service-requests/requests-search.ts'
import { fetchRequestBoard } from '../../lib/api/service-requests.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/service-requests/')({
  validateSearch: readRequestsSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchRequestBoard(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Service requests') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <RequestBoardScreen board={Route.useLoaderData()} search={Route.useSearch()} />,
})
