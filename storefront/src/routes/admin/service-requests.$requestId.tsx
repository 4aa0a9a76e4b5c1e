import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { ownEventsUntil } from '../../features/audit/history/own-events.ts'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { StaffPanel } from '../../features/service-requests/conversation/staff-panel.tsx'
import { RequestDocument } from '../../features/service-requests/past/request-document.tsx'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/service-requests/$requestId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, params, deps, abortController }) =>
    loadGuarded({ context, location }, () =>
      loadHistory(context.api, { stream: `serviceRequest-${params.requestId}`, search: deps }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Service request') }] }),
  pendingComponent: ScreenSkeleton,
  component: RequestPage,
})

function RequestPage() {
  const history = Route.useLoaderData()
  const { requestId } = Route.useParams()
  const { timeline, state, now } = history
  const untilThen = ownEventsUntil(timeline, state)
  const differing = fieldsThatDiffer(state.facts, now.facts)
  return (
    <HistoryScreen
      {...history}
      document={<RequestDocument id={requestId} history={untilThen} differing={differing} />}
      aside={
        <StaffPanel
          id={requestId}
          history={ownEventsUntil(timeline, now)}
          status={now.facts.find(({ field }) => field === 'status')?.value}
        />
      }
    />
  )
}
