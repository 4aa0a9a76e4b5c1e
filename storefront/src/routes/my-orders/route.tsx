import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { PageSkeleton } from '../../entities/product/page-skeleton.tsx'
import { currentSession } from '../../entities/session/guards.ts'

/** What surrounds the lists, and what is shown while one is loading. */
type Surroundings = { Frame: ComponentType<{ children: ReactNode }>; Pending: ComponentType }

/**
 * Orders and requests: an admin's are screens of the console. Its script, which buyers do not have, is fetched before a
 * screen is shown: if the frame came later, the screen would be mounted again, and lose typed text and open parts.
 */
export const Route = createFileRoute('/my-orders')({
  loader: async ({ context }): Promise<Surroundings> => {
    if (currentSession(context.store)?.role !== 'ADMIN') return { Frame: Fragment, Pending: PageSkeleton }
    const [{ Console }, { ScreenSkeleton }] = await Promise.all([
      import('../../features/console/console.tsx'),
      import('../../features/console/skeleton.tsx'),
    ])
    return { Frame: Console, Pending: ScreenSkeleton }
  },
  component: MyOrders,
})

function MyOrders() {
  const { Frame } = Route.useLoaderData()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
