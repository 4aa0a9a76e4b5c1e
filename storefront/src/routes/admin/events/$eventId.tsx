import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { EventScreen } from '../../../features/audit/events/event-screen.tsx'
import { loadEvent } from '../../../features/audit/event/load-event.ts'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/events/$eventId')({
  loader: ({ context, location, params, abortController }) =>
    loadGuarded({ context, location }, () => loadEvent(context.api, params.eventId, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('Event') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <EventScreen {...Route.useLoaderData()} />,
})
