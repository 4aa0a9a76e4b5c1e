import { createFileRoute } from '@tanstack/react-router'
import { loadSearch } from '../features/catalogue/search/load-search.ts'
import { readSearchParams, searchTitle } from '../features/catalogue/search/search-params.ts'
import { SearchScreen } from '../features/catalogue/search/search-screen.tsx'
import { SearchSkeleton } from '../features/catalogue/search/search-skeleton.tsx'
import { pageTitle } from '../lib/shop.ts'

export const Route = createFileRoute('/search')({
  validateSearch: readSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, location, abortController }) =>
    loadSearch(context.api, { search: deps, location, signal: abortController.signal }),
  head: ({ match }) => ({
    meta: [
      { title: pageTitle(match.search.q === '' ? 'Search' : searchTitle(match.search.q)) },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  pendingComponent: () => <SearchSkeleton q={Route.useSearch().q} />,
  component: () => <SearchScreen {...Route.useLoaderData()} search={Route.useSearch()} />,
})
