import { createFileRoute } from '@tanstack/react-router'
import type { Product } from '#modules/catalogue/schema.ts'
import { OrderRequestForm } from '../features/checkout/order-request/order-request-form.tsx'
import { useOrderRequest } from '../features/checkout/order-request/use-order-request.ts'
import { RequestScreen } from '../features/service-requests/request-screen.tsx'
import { fetchProduct } from '../lib/api/products.ts'
import { requireSession } from '../entities/session/guards.ts'
import { pageTitle } from '../lib/shop.ts'

/** The service request form of a product; needs a login (spec §6). */
export const Route = createFileRoute('/service-request/$productId')({
  beforeLoad: (guarded) => void requireSession(guarded),
  loader: async ({ context, params, abortController }) => {
    const product = await fetchProduct(context.api, params.productId, abortController.signal)
    return { product, crumb: product.title }
  },
  head: () => ({ meta: [{ title: pageTitle('Service request') }, { name: 'robots', content: 'noindex' }] }),
  component: ServiceRequestScreen,
})

function ServiceRequestScreen() {
  const { product } = Route.useLoaderData()
  return <RequestsAbout key={product.id} product={product} />
}

function RequestsAbout({ product }: { product: Product }) {
  const order = useOrderRequest(product)
  return <RequestScreen product={product} orderForm={<OrderRequestForm order={order} />} />
}
