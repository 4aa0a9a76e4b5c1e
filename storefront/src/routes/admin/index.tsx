import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { AdminListScreen } from '../../features/admin-catalogue/list/admin-list-screen.tsx'
import { readAdminSearch } from '../../features/admin-catalogue/list/admin-search.ts'
import { fetchManaged } from '../../lib/api/managed-products.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/')({
  validateSearch: readAdminSearch,
  loaderDeps: ({ search: { view: _view, ...search } }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchManaged(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Products') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <AdminListScreen page={Route.useLoaderData()} search={Route.useSearch()} />,
})
