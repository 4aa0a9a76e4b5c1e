import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { currentSession } from '../../entities/session/guards.ts'

/**
 * Orders and requests: an admin's are screens of the console. Its script, which buyers do not have, is fetched before a
 * screen is shown: if the frame came later, the screen would be mounted again, and lose typed text and open parts.
 */
export const Route = createFileRoute('/my-orders')({
  loader: async ({ context }): Promise<{ Frame: ComponentType<{ children: ReactNode }> }> => {
    if (currentSession(context.store)?.role !== 'ADMIN') return { Frame: Fragment }
    const { Console } = await import('../../features/console/console.tsx')
    return { Frame: Console }
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
