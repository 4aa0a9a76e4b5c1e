import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection/collection-screen.tsx'
import { readCollectionParams } from '../../features/catalogue/filters/filter-params.ts'
import { loadCollection } from '../../features/catalogue/collection/load-collection.ts'
import { pagedPath, pageHead } from '../../lib/router/page-head.ts'
import { allProductsDescription } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/')({
  validateSearch: readCollectionParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, location, abortController, preload }) =>
    loadCollection(context.api, { search: deps, location, signal: abortController.signal, preload }),
  head: ({ match }) =>
    pageHead(match.context.siteUrl, {
      title: 'All products',
      path: pagedPath('/collection', match.search.page),
      description: allProductsDescription,
    }),
  component: () => <CollectionScreen {...Route.useLoaderData()} title="All products" search={Route.useSearch()} />,
})
