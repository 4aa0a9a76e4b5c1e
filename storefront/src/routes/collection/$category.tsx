import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection/collection-screen.tsx'
import { readCollectionParams } from '../../features/catalogue/filters/filter-params.ts'
import { UnknownCollection } from '../../features/catalogue/collection/unknown-collection.tsx'
import { loadCollection } from '../../features/catalogue/collection/load-collection.ts'
import { findCollection } from '../../lib/router/navigation.ts'
import { pagedPath, pageHead } from '../../lib/router/page-head.ts'
import { collectionDescription } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/$category')({
  validateSearch: readCollectionParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps, location, abortController, preload }) =>
    loadCollection(context.api, {
      category: params.category,
      search: deps,
      location,
      signal: abortController.signal,
      preload,
    }),
  head: ({ match, params: { category } }) =>
    pageHead(match.context.siteUrl, {
      title: titleOf(category),
      path: pagedPath(`/collection/${encodeURIComponent(category.toLowerCase())}`, match.search.page),
      description: collectionDescription(titleOf(category)),
    }),
  component: CategoryScreen,
})

function CategoryScreen() {
  const { category } = Route.useParams()
  return findCollection(category) ? <KnownCategory category={category} /> : <UnknownCollection />
}

function KnownCategory({ category }: { category: string }) {
  return (
    <CollectionScreen
      {...Route.useLoaderData()}
      title={titleOf(category)}
      category={category}
      search={Route.useSearch()}
    />
  )
}

function titleOf(category: string): string {
  return findCollection(category)?.label ?? 'Page not found'
}
