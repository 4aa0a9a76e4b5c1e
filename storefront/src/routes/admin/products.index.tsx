import { createFileRoute } from '@tanstack/react-router'
import { ScreenSkeleton } from '../../features/console/skeleton.tsx'
import { AdminFormScreen } from '../../features/admin-catalogue/form/admin-form-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/products/')({
  head: () => ({ meta: [{ title: pageTitle('Add product') }] }),
  pendingComponent: ScreenSkeleton,
  component: () => <AdminFormScreen />,
})
