import './ui/tokens.css'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createStore } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApiClient } from './lib/api/client.ts'
import { connectBrowserState, storageKeys, tabChanges } from './lib/browser-state.ts'
import { sessionAtom } from './lib/session/session-atoms.ts'
import { currentSession } from './lib/session/guards.ts'
import { browserStorage } from './lib/storage.ts'
import { wait } from './lib/wait.ts'
import { createAppRouter } from './router.tsx'

const store = createStore()
connectBrowserState(store, browserStorage, tabChanges)

const api = createApiClient({
  baseUrl: '/api',
  fetch: (...request) => fetch(...request),
  accessToken: () => currentSession(store)?.accessToken,
  now: () => Date.now(),
  sleep: wait,
})

const router = createAppRouter({ api, store })
// What was loaded for one person is never shown to the next one; pages behind the login are left at once.
store.sub(sessionAtom, () => router.clearCache())
tabChanges.subscribe((key) => {
  if (key === storageKeys.user) void router.invalidate()
})

// Not needed to show a page, so it comes after everything that is.
window.addEventListener('load', () => {
  const screens = [router.routesByPath['/cart'], router.routesByPath['/checkout']]
  const fetchScreens = () => screens.forEach((screen) => void router.loadRouteChunk(screen))
  void import('./lib/cart/mirror-in-browser.ts').then(({ mirrorInBrowser }) =>
    mirrorInBrowser({ store, api, fetchScreens }),
  )
})

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element with the id root')
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
