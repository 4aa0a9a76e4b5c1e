import { createFileRoute } from '@tanstack/react-router'
import { loadOrder } from '../../features/orders/load-orders.ts'
import { OrderScreen } from '../../features/orders/order/order-screen.tsx'
import { currentSession, loadGuarded, requireSession } from '../../entities/session/guards.ts'
import { goTo } from '../../lib/router/go.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/$orderId')({
  beforeLoad: (guarded) => void requireSession(guarded),
  loader: async ({ context, location, params, abortController }) => {
    const loaded = await loadGuarded({ context, location }, () =>
      loadOrder(context.api, params.orderId, abortController.signal),
    )
    const session = currentSession(context.store)
    const isOwn = loaded.order.loginUserName === session?.loginUserName
    // An admin has one page for every order, except that they may track what they bought themselves.
    if (session?.role === 'ADMIN' && !isOwn) goTo(`/admin/orders/${encodeURIComponent(params.orderId)}`)
    return loaded
  },
  head: ({ params }) => ({
    meta: [{ title: pageTitle(`Order ${params.orderId}`) }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => <OrderScreen {...Route.useLoaderData()} />,
})
