import { createFileRoute } from '@tanstack/react-router'
import { ConversationScreen } from '../../features/service-requests/conversation/conversation-screen.tsx'
import { loadGuarded, requireSession } from '../../entities/session/guards.ts'
import { fetchRequestHistory } from '../../lib/api/service-requests.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/requests_/$requestId')({
  beforeLoad: (guarded) => void requireSession(guarded),
  loader: ({ context, location, params, abortController }) =>
    loadGuarded({ context, location }, async () => ({
      history: await fetchRequestHistory(context.api, params.requestId, abortController.signal),
      crumb: 'Request',
    })),
  head: () => ({ meta: [{ title: pageTitle('Service request') }, { name: 'robots', content: 'noindex' }] }),
  component: () => <ConversationScreen id={Route.useParams().requestId} history={Route.useLoaderData().history} />,
})
