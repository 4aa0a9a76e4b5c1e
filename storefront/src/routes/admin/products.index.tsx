import { createFileRoute } from '@tanstack/react-router'
import { AdminFormScreen } from '../../features/admin-catalogue/form/admin-form-screen.tsx'
import { pageTitle } from '../../lib/shop.ts'

export const Route = createFileRoute('/admin/products/')({
  head: () => ({ meta: [{ title: pageTitle('Add product') }] }),
  component: () => <AdminFormScreen />,
})
