import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { PeopleScreen } from '../../features/admin-people/people-screen.tsx'
import { readPeopleSearch } from '../../features/admin-people/people-search.ts'
import { fetchPeople } from '../../lib/api/people.ts'
import { askedOf } from '../../lib/router/list-view.ts'
import { pageIndex } from '../../lib/router/pagination.ts'
import { loadGuardedPage } from '../../entities/session/load-guarded-page.ts'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/users/')({
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchPeople(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('People') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <PeopleScreen page={Route.useLoaderData()} search={Route.useSearch()} />,
})
