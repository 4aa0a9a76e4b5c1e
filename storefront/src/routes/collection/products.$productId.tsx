import { createFileRoute } from '@tanstack/react-router'
import { loadProduct } from '../../features/product/load-product.ts'
import { productHead } from '../../features/product/product-head.ts'
import { ProductScreen } from '../../features/product/product-screen.tsx'
import { ProductSkeleton } from '../../features/product/product-skeleton.tsx'

export const Route = createFileRoute('/collection/products/$productId')({
  loader: ({ context, params, abortController }) => loadProduct(context.api, params.productId, abortController.signal),
  head: ({ match, loaderData }) => productHead(match.context.siteUrl, loaderData),
  pendingComponent: ProductSkeleton,
  component: () => <ProductScreen {...Route.useLoaderData()} />,
})
