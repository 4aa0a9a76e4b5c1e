import { createFileRoute } from '@tanstack/react-router'
import { readCompareParams, splitIds } from '../features/compare/compare-params.ts'
import { CompareScreen } from '../features/compare/compare-screen.tsx'
import { loadCompare } from '../features/compare/load-compare.ts'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/compare')({
  validateSearch: readCompareParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, abortController }) => loadCompare(context.api, splitIds(deps.ids), abortController.signal),
  head: () => ({ meta: [{ title: pageTitle('Compare devices') }, { name: 'robots', content: 'noindex' }] }),
  component: () => <CompareScreen {...Route.useLoaderData()} />,
})
