import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/streams/$stream')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, params, deps, abortController }) =>
    loadGuarded({ context, location }, () =>
      loadHistory(context.api, { stream: params.stream, search: deps }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('History') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <HistoryScreen {...Route.useLoaderData()} />,
})
