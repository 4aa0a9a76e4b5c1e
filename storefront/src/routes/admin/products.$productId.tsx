import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { AdminFormScreen } from '../../features/admin-catalogue/form/admin-form-screen.tsx'
import { fetchManagedProduct } from '../../lib/api/managed-products.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/products/$productId')({
  loader: ({ context, location, params, abortController }) =>
    loadGuarded({ context, location }, async () => {
      const product = await fetchManagedProduct(context.api, params.productId, abortController.signal)
      return { product, crumb: product.title }
    }),
  // The form must start from the current product, never from the data of an earlier visit.
  gcTime: 0,
  head: () => ({ meta: [{ title: pageTitle('Edit product') }] }),
  pendingComponent: ScreenSkeleton,
  component: EditScreen,
})

function EditScreen() {
  const { product } = Route.useLoaderData()
  return <AdminFormScreen key={product.id} product={product} />
}
