import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { ProductDocument } from '../../features/admin-catalogue/past/product-document.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { PricePanel } from '../../features/audit/history/price-panel.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/products/$productId_/history')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, params, deps, abortController }) =>
    loadGuarded({ context, location }, () =>
      loadHistory(context.api, { stream: `product-${params.productId}`, search: deps }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Product history') }] }),
  pendingComponent: ScreenSkeleton,
  component: ProductHistoryPage,
})

function ProductHistoryPage() {
  const history = Route.useLoaderData()
  const { productId } = Route.useParams()
  const { timeline, state, now } = history
  const differing = fieldsThatDiffer(state.facts, now.facts)
  return (
    <HistoryScreen
      {...history}
      document={<ProductDocument id={productId} facts={state.facts} differing={differing} />}
      aside={<PricePanel events={timeline.events} />}
    />
  )
}
