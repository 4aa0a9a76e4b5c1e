import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Console } from '../features/console/console.tsx'
import { ConsoleSkeleton } from '../features/console/skeleton.tsx'
import { requireAdmin } from '../entities/session/guards.ts'

/** Everything below /admin is for admins only (spec §6). */
export const Route = createFileRoute('/admin')({
  beforeLoad: (guarded) => void requireAdmin(guarded),
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  pendingComponent: ConsoleSkeleton,
  component: () => (
    <Console>
      <Outlet />
    </Console>
  ),
})
