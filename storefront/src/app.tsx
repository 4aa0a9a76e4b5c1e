import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import type { AppRouter } from './router.tsx'

/** The whole application; the server renders the very same tree that the browser takes over. */
export function App({ router }: { router: AppRouter }) {
  useEffect(() => {
    // Until then a page that came from the server can be read, and its links work, but nothing answers a click.
    document.documentElement.dataset['ready'] = ''
  }, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
