import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { OverviewScreen } from '../../../features/overview/overview-screen.tsx'
import { readPeriod } from '../../../features/overview/period.ts'
import { statuses, statusLabels } from '../../../features/orders/order-status.ts'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { fetchOverview } from '../../../lib/api/overview.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/overview/')({
  validateSearch: readPeriod,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, location, deps, abortController }) => {
    const overview = await loadGuarded({ context, location }, () =>
      fetchOverview(context.api, deps, abortController.signal),
    )
    return { overview, now: Date.now() }
  },
  head: () => ({ meta: [{ title: pageTitle('Overview') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => (
    <OverviewScreen
      initial={Route.useLoaderData()}
      search={Route.useLoaderDeps()}
      statuses={statuses.map((value) => ({ value, label: statusLabels[value] }))}
    />
  ),
})
