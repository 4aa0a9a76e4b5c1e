import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection/collection-screen.tsx'
import { readCollectionParams } from '../../features/catalogue/filters/filter-params.ts'
import { loadCollection } from '../../features/catalogue/collection/load-collection.ts'
import { categoryLabel } from '../../lib/router/navigation.ts'
import { pagedPath, pageHead } from '../../lib/router/page-head.ts'
import { collectionDescription } from '../../lib/shop.ts'

export const Route = createFileRoute('/collection/$category')({
  validateSearch: readCollectionParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps, abortController, preload }) =>
    loadCollection(context.api, {
      category: params.category,
      search: deps,
      signal: abortController.signal,
      preload,
    }),
  head: ({ match, params: { category } }) =>
    pageHead(match.context.siteUrl, {
      title: categoryLabel(category),
      path: pagedPath(`/collection/${encodeURIComponent(category.toLowerCase())}`, match.search.page),
      description: collectionDescription(categoryLabel(category)),
    }),
  component: CategoryScreen,
})

function CategoryScreen() {
  const { category } = Route.useParams()
  return (
    <CollectionScreen
      {...Route.useLoaderData()}
      title={categoryLabel(category)}
      category={category}
      search={Route.useSearch()}
    />
  )
}
