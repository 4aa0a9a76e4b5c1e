import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { readEventsSearch } from '../../../features/audit/audit-params.ts'
import { EventsScreen } from '../../../features/audit/events/events-screen.tsx'
import { loadEvents } from '../../../features/audit/load-audit.ts'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/events/')({
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuarded({ context, location }, () => loadEvents(context.api, deps, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('Events') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => {
    const data = Route.useLoaderData()
    return <EventsScreen {...data} />
  },
})
