import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { CartDocument, linesIn } from '../../features/cart/past/cart-document.tsx'
import { findProducts } from '../../entities/product/find-products.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/carts/$cartId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, store }, location, params, deps, abortController: { signal } }) =>
    loadGuarded({ context: { store }, location }, async () => {
      const stream = `cart-${params.cartId.toLowerCase()}`
      const history = await loadHistory(api, { stream, search: deps }, signal)
      const ids = linesIn(history.state.facts).map(({ id }) => id)
      return { history, products: await findProducts(api, ids, signal), crumb: history.crumb }
    }),
  head: () => ({ meta: [{ title: pageTitle('Cart history') }] }),
  pendingComponent: ScreenSkeleton,
  component: CartPage,
})

function CartPage() {
  const { history, products } = Route.useLoaderData()
  const { state, now } = history
  const differing = fieldsThatDiffer(state.facts, now.facts)
  return (
    <HistoryScreen
      {...history}
      document={<CartDocument facts={state.facts} products={products} differing={differing} />}
    />
  )
}
