import { createFileRoute } from '@tanstack/react-router'
import { loadOperationsPage } from '../../../features/operations/load-operations.ts'
import { OperationsScreen } from '../../../features/operations/operations-screen.tsx'
import { loadGuarded } from '../../../entities/session/guards.ts'
import { pageTitle } from '../../../lib/shop.ts'

export const Route = createFileRoute('/admin/operations/')({
  loader: ({ context, location, abortController }) =>
    loadGuarded({ context, location }, () => loadOperationsPage(context.api, abortController.signal)),
  head: () => ({ meta: [{ title: pageTitle('Operations') }] }),
  component: () => <OperationsScreen initial={Route.useLoaderData()} />,
})
