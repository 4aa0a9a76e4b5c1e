import { createFileRoute } from '@tanstack/react-router'
import { AdminLayout } from '../features/admin-navigation/admin-layout.tsx'
import { requireAdmin } from '../entities/session/guards.ts'

/** Everything below /admin is for admins only (spec §6). */
export const Route = createFileRoute('/admin')({
  beforeLoad: (guarded) => void requireAdmin(guarded),
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  component: AdminLayout,
})
