import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { ExportsScreen } from '../../../features/audit/export/list/exports-screen.tsx'
import { readExportsSearch } from '../../../features/audit/export/list/exports-search.ts'
import { loadGuardedPage } from '../../../entities/session/load-guarded-page.ts'
import { fetchOwnExports } from '../../../lib/api/audit.ts'
import { askedOf } from '../../../lib/router/list-view.ts'
import { pageIndex } from '../../../lib/router/pagination.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/events/exports')({
  validateSearch: readExportsSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchOwnExports(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Exports') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <ExportsScreen page={Route.useLoaderData()} search={Route.useSearch()} />,
})
