import { createFileRoute } from '@tanstack/react-router'
import { AdminFormScreen } from '../../features/admin-catalogue/admin-form-screen.tsx'
import { fetchProduct } from '../../lib/api/products.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/products/$productId')({
  loader: async ({ context, params, abortController }) => {
    const product = await fetchProduct(context.api, params.productId, abortController.signal)
    return { product, crumb: product.title }
  },
  // The form starts from what the catalogue says now, never from what it said at an earlier visit.
  gcTime: 0,
  head: () => ({ meta: [{ title: pageTitle('Edit product') }] }),
  component: EditScreen,
})

function EditScreen() {
  const { product } = Route.useLoaderData()
  return <AdminFormScreen key={product.id} product={product} />
}
