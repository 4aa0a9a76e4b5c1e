import { createFileRoute } from '@tanstack/react-router'
import { readCompareParams, splitIds } from '../features/compare/compare-params.ts'
import { CompareScreen } from '../features/compare/compare-screen.tsx'
import { loadCompare } from '../features/compare/load-compare.ts'
import { pageHead } from '../lib/router/page-head.ts'

const description =
  'Up to four medical devices side by side, by their specifications and prices exclusive of GST. The address of a comparison can be shared.'

export const Route = createFileRoute('/compare')({
  validateSearch: readCompareParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, abortController }) => loadCompare(context.api, splitIds(deps.ids), abortController.signal),
  head: ({ match }) => pageHead(match.context.siteUrl, { title: 'Compare devices', description, path: '/compare' }),
  component: () => <CompareScreen {...Route.useLoaderData()} />,
})
