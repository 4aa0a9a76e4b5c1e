import { createFileRoute } from '@tanstack/react-router'
import { loadOrder } from '../../features/orders/load-orders.ts'
import { OrderScreen } from '../../features/orders/order/order-screen.tsx'
import { loadGuarded, requireSession } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/my-orders/$orderId')({
  beforeLoad: (guarded) => void requireSession(guarded),
  loader: ({ context, location, params, abortController }) =>
    loadGuarded({ context, location }, () => loadOrder(context.api, params.orderId, abortController.signal)),
  head: ({ params }) => ({
    meta: [{ title: pageTitle(`Order ${params.orderId}`) }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => <OrderScreen {...Route.useLoaderData()} />,
})
