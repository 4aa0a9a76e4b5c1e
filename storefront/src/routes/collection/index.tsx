import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection-screen.tsx'
import { pageSize } from '../../lib/api/page.ts'
import { fetchProducts } from '../../lib/api/products.ts'
import { pageIndex, parsePage } from '../../lib/pagination.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/')({
  validateSearch: (search): { page?: number | undefined } => ({ page: parsePage(search['page']) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, abortController }) =>
    fetchProducts(context.api, { page: pageIndex(deps.page), size: pageSize }, abortController.signal),
  head: () => ({ meta: [{ title: pageTitle('All products') }] }),
  component: () => <CollectionScreen title="All products" page={Route.useLoaderData()} />,
})
