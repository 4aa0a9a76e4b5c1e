import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createStore } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createApiClient } from './lib/api/client.ts'
import { connectBrowserState, storageKeys, tabChanges } from './lib/browser-state.ts'
import { startCartMirror } from './lib/cart/cart-mirror.ts'
import { newId } from './lib/new-id.ts'
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

startCartMirror({
  store,
  api,
  newId,
  later(task, milliseconds) {
    const timer = setTimeout(task, milliseconds)
    return () => clearTimeout(timer)
  },
})

const router = createAppRouter({ api, store })
// What was loaded for one person is never shown to the next one; pages behind the login are left at once.
store.sub(sessionAtom, () => router.clearCache())
tabChanges.subscribe((key) => {
  if (key === storageKeys.user) void router.invalidate()
})

const container = document.getElementById('root')
if (!container) throw new Error('The page has no element with the id root')
createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
