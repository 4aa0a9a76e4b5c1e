import { createFileRoute } from '@tanstack/react-router'
import { CollectionScreen } from '../../features/catalogue/collection-screen.tsx'
import { readCollectionParams } from '../../features/catalogue/filter-params.ts'
import { loadCollection } from '../../features/catalogue/load-collection.ts'
import { categoryLabel } from '../../lib/navigation.ts'
import { pageTitle } from '../../lib/shop.ts'

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
  head: ({ params }) => ({ meta: [{ title: pageTitle(categoryLabel(params.category)) }] }),
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
