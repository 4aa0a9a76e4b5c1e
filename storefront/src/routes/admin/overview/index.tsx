import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { countOverview } from '../../../features/overview/count-overview.ts'
import { OverviewScreen } from '../../../features/overview/overview-screen.tsx'
import { readPeriod } from '../../../features/overview/period.ts'
import { statuses, statusLabels } from '../../../features/orders/order-status.ts'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/overview/')({
  validateSearch: readPeriod,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuarded({ context, location }, () => countOverview(context.api, deps, abortController.signal)),
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
