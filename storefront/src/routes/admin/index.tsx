import { createFileRoute } from '@tanstack/react-router'
import { AdminListScreen } from '../../features/admin-catalogue/admin-list-screen.tsx'
import { pageSize } from '../../lib/api/page.ts'
import { fetchProducts } from '../../lib/api/products.ts'
import { pageIndex, parsePage } from '../../lib/pagination.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/')({
  validateSearch: (search): { page?: number | undefined } => ({ page: parsePage(search['page']) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, abortController }) =>
    fetchProducts(context.api, { page: pageIndex(deps.page), size: pageSize }, abortController.signal),
  head: () => ({ meta: [{ title: pageTitle('Products') }] }),
  component: () => <AdminListScreen page={Route.useLoaderData()} />,
})
