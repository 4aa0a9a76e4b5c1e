import { createFileRoute } from '@tanstack/react-router'
import { loadProduct } from '../../features/product/load-product.ts'
import { ProductScreen } from '../../features/product/product-screen.tsx'
import { ProductSkeleton } from '../../features/product/product-skeleton.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/products/$productId')({
  loader: ({ context, params, abortController }) => loadProduct(context.api, params.productId, abortController.signal),
  head: ({ loaderData }) => ({ meta: [{ title: pageTitle(loaderData?.crumb) }] }),
  pendingComponent: ProductSkeleton,
  component: () => <ProductScreen {...Route.useLoaderData()} />,
})
