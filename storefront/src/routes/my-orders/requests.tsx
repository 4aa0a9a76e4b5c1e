import { createFileRoute } from '@tanstack/react-router'
import { OrdersNav } from '../../features/orders/list/orders-nav.tsx'
import { loadRequests } from '../../features/service-requests/load-requests.ts'
import { RequestsScreen } from '../../features/service-requests/requests-screen.tsx'
import { pageIndex, parsePage } from '../../lib/router/pagination.ts'
import { requireSession } from '../../entities/session/guards.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/requests')({
  validateSearch: (search): { page?: number | undefined } => ({ page: parsePage(search['page']) }),
  beforeLoad: (guarded) => ({ session: requireSession(guarded) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      loadRequests(context.api, {
        session: context.session,
        page: pageIndex(deps.page),
        signal: abortController.signal,
      }),
    ),
  head: () => ({ meta: [{ title: pageTitle('Service requests') }, { name: 'robots', content: 'noindex' }] }),
  component: () => <RequestsScreen page={Route.useLoaderData()} nav={<OrdersNav />} />,
})
