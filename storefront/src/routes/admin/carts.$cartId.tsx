import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { readHistorySearch } from '../../features/audit/audit-params.ts'
import { fieldsThatDiffer } from '../../features/audit/history/compare-facts.ts'
import { HistoryScreen } from '../../features/audit/history/history-screen.tsx'
import { loadHistory } from '../../features/audit/load-audit.ts'
import { CartDocument } from '../../features/cart/past/cart-document.tsx'
import { productsIn, withTitles } from '../../features/cart/past/with-titles.ts'
import { findProducts } from '../../entities/product/find-products.ts'
import { loadGuarded } from '../../entities/session/guards.ts'
import { pageTitle } from '../../lib/shop.ts'

/** One call finds as many; further ones, which no usual cart has had, are named by their ids. */
const mostProducts = 200

export const Route = createFileRoute('/admin/carts/$cartId')({
  validateSearch: readHistorySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, store }, location, params, deps, abortController: { signal } }) =>
    loadGuarded({ context: { store }, location }, async () => {
      const stream = `cart-${params.cartId.toLowerCase()}`
      const history = await loadHistory(api, { stream, search: deps }, signal)
      const products = await findProducts(api, productsIn(history).slice(0, mostProducts), signal)
      return { history: withTitles(history, products), products, crumb: history.crumb }
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
