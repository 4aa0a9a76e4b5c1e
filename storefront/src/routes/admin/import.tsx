import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { ImportScreen } from '../../features/admin-import/import-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/import')({
  head: () => ({ meta: [{ title: pageTitle('Import products') }] }),
  pendingComponent: ScreenSkeleton,
  component: ImportScreen,
})
