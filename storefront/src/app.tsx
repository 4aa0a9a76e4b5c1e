import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { AppRouter } from './router.tsx'

/** The whole application; the server and the browser render the same tree, as hydration requires. */
export function App({ router }: { router: AppRouter }) {
  useEffect(() => {
    // Before this, the links of a page from the server work, but its buttons do not.
    document.documentElement.dataset['ready'] = ''
  }, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
