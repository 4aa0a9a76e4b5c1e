import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { entriesUntil } from '../../features/audit/history/entries-until.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { StaffPanel } from '../../features/service-requests/conversation/staff-panel.tsx'
import { RequestDocument } from '../../features/service-requests/past/request-document.tsx'
import { fetchRequestHistory } from '../../lib/api/service-requests.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/service-requests/$requestId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, store }, location, params: { requestId }, deps, abortController: { signal } }) =>
    loadGuarded({ context: { store }, location }, async () => {
      const [history, entries] = await Promise.all([
        loadHistory(api, { stream: `serviceRequest-${requestId}`, search: deps }, signal),
        // Unlike the timeline, it lacks the events that an operator left out: the shop does not fold them.
        fetchRequestHistory(api, requestId, signal),
      ])
      return { history, entries, crumb: history.crumb }
    }),
  head: () => ({ meta: [{ title: pageTitle('Service request') }] }),
  pendingComponent: ScreenSkeleton,
  component: RequestPage,
})

function RequestPage() {
  const { history, entries } = Route.useLoaderData()
  const { requestId } = Route.useParams()
  const { state, now } = history
  const differing = fieldsThatDiffer(state.facts, now.facts)
  return (
    <HistoryScreen
      {...history}
      document={<RequestDocument id={requestId} history={entriesUntil(entries, state)} differing={differing} />}
      aside={<StaffPanel id={requestId} history={entries} />}
    />
  )
}
