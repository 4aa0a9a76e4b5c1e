import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { loadOperationsPage } from '../../../features/operations/load-operations.ts'
import { readOperationsSearch } from '../../../features/operations/operations-search.ts'
import { OperationsScreen } from '../../../features/operations/operations-screen.tsx'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/operations/')({
  validateSearch: readOperationsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuarded({ context, location }, () => loadOperationsPage(context.api, deps, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('Operations') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <OperationsScreen initial={Route.useLoaderData()} search={Route.useLoaderDeps()} />,
})
