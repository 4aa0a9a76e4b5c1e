import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../../features/console/skeleton.tsx'
import { MailsScreen } from '../../../features/operations/mails/mails-screen.tsx'
import { readMailsSearch } from '../../../features/operations/mails/mails-search.ts'
import { loadGuardedPage } from '../../../entities/session/load-guarded-page.ts'
import { fetchMails } from '../../../lib/api/operations.ts'
import { askedOf } from '../../../lib/router/list-view.ts'
import { pageIndex } from '../../../lib/router/pagination.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/operations/mails')({
  validateSearch: readMailsSearch,
  loaderDeps: ({ search }) => askedOf(search),
  loader: ({ context, location, deps, abortController }) =>
    loadGuardedPage({ context, location }, () =>
      fetchMails(context.api, { ...deps, page: pageIndex(deps.page) }, abortController.signal),
    ),
  head: () => ({ meta: [{ title: pageTitle('Emails') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <MailsScreen page={Route.useLoaderData()} search={Route.useSearch()} />,
})
