import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { loadGuardedPage } from '../../../entities/session/load-guarded-page.ts'
import { loadWords } from '../../../features/admin-search-words/load-words.ts'
import { SearchWordsScreen } from '../../../features/admin-search-words/search-words-screen.tsx'
import { readWordsSearch } from '../../../features/admin-search-words/words-search.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/search-words/')({
  validateSearch: readWordsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () => loadWords(context.api, deps, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('Search words') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <SearchWordsScreen page={Route.useLoaderData()} search={Route.useSearch()} />,
})
