import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection-screen.tsx'
import { readCollectionParams } from '../../features/catalogue/filter-params.ts'
import { loadCollection } from '../../features/catalogue/load-collection.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/')({
  validateSearch: readCollectionParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, abortController, preload }) =>
    loadCollection(context.api, { search: deps, signal: abortController.signal, preload }),
  head: () => ({ meta: [{ title: pageTitle('All products') }] }),
  component: () => <CollectionScreen {...Route.useLoaderData()} title="All products" search={Route.useSearch()} />,
})
