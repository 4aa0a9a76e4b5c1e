import { createFileRoute } from '@tanstack/react-router'
import type { Product } from '#modules/catalogue/schema.ts'
import { OrderRequestForm } from '../features/checkout/order-request/order-request-form.tsx'
import { useOrderRequest } from '../features/checkout/order-request/use-order-request.ts'
import { RequestScreen, TextRequestScreen } from '../features/service-requests/request-screen.tsx'
import { fetchProduct } from '../lib/api/products.ts'
import { addressText } from '../lib/router/address-text.ts'
import { requireSession } from '../entities/session/guards.ts'
import { pageTitle } from '../lib/shop.ts'

/** The server accepts no longer title. */
const maxTitle = 200

/** The service request form of a product, or for the text `about` that a search did not find; needs a login (spec §6). */
export const Route = createFileRoute('/service-request/$productId')({
  validateSearch: (search: Record<string, unknown>): { about?: string } => {
    const about = addressText(search['about'], maxTitle)
    return about === undefined ? {} : { about }
  },
  beforeLoad: (guarded) => void requireSession(guarded),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps, abortController }) => {
    if (deps.about !== undefined) return { crumb: 'Service request' }
    const product = await fetchProduct(context.api, params.productId, abortController.signal)
    return { product, crumb: product.title }
  },
  head: () => ({ meta: [{ title: pageTitle('Service request') }, { name: 'robots', content: 'noindex' }] }),
  component: ServiceRequestScreen,
})

function ServiceRequestScreen() {
  const { product } = Route.useLoaderData()
  const { about = '' } = Route.useSearch()
  return product === undefined ? (
    <TextRequestScreen key={about} text={about} />
  ) : (
    <RequestsAbout key={product.id} product={product} />
  )
}

function RequestsAbout({ product }: { product: Product }) {
  const order = useOrderRequest(product)
  return <RequestScreen product={product} orderForm={<OrderRequestForm order={order} />} />
}
