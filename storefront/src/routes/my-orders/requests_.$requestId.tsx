import { createFileRoute } from '@tanstack/react-router'
import { requestOf } from '../../features/service-requests/conversation/conversation.ts'
import { ConversationScreen } from '../../features/service-requests/conversation/conversation-screen.tsx'
import { currentSession, loadGuarded, requireSession } from '../../entities/session/guards.ts'
import { fetchRequestHistory } from '../../lib/api/service-requests.ts'
import { goTo } from '../../lib/router/go.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/requests_/$requestId')({
  beforeLoad: (guarded) => void requireSession(guarded),
  loader: async ({ context: { api, store }, location, params: { requestId }, abortController: { signal } }) => {
    const history = await loadGuarded({ context: { store }, location }, () =>
      fetchRequestHistory(api, requestId, signal),
    )
    const request = requestOf(requestId, history)
    const session = currentSession(store)
    const isOwn = request.loginUserName === session?.loginUserName
    // An admin has one page for every request, except that they may follow and withdraw what they raised themselves.
    if (session?.role === 'ADMIN' && !isOwn) goTo(`/admin/service-requests/${encodeURIComponent(requestId)}`)
    return { request, history, crumb: 'Request' }
  },
  head: () => ({ meta: [{ title: pageTitle('Service request') }, { name: 'robots', content: 'noindex' }] }),
  component: Conversation,
})

function Conversation() {
  const { request, history } = Route.useLoaderData()
  return <ConversationScreen request={request} history={history} />
}
