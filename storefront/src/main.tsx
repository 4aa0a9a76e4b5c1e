import './ui/tokens.css'
import './ui/base.css'
import { createStore } from 'jotai'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { routeTree as firstRoutes } from './first/routeTree.gen.ts'
import { goOnFrom } from './hydrate.ts'
import { networkMessage } from './lib/api/api-error.ts'
import { createApiClient } from './lib/api/client.ts'
import { cartAtom } from './entities/cart/cart-atoms.ts'
import { connectBrowserState, tabChanges } from './entities/browser-state.ts'
import { sessionAtom } from './entities/session/session-atoms.ts'
import { currentSession } from './entities/session/guards.ts'
import { logFault } from './lib/log.ts'
import { browserStorage } from './lib/storage/storage.ts'
import { wait } from './lib/router/wait.ts'
import { isPage, knowAllRoutes } from './more-routes.ts'
import { createAppRouter, type AppRouter } from './router.tsx'

const store = createStore()
connectBrowserState({
  store,
  storage: browserStorage,
  changes: tabChanges,
  // Pages behind the login are left at once.
  onOtherSession: () => void router.invalidate(),
})

const api = createApiClient({
  baseUrl: '/api',
  fetch: (...request) => fetch(...request),
  accessToken: () => currentSession(store)?.accessToken,
  now: () => Date.now(),
  sleep: wait,
  // A page that was loaded ahead, or is being, is shown as it is, without a second look.
  onChange: () => router.clearCache({ filter: ({ preload, status }) => preload || status === 'pending' }),
})

const siteUrl = document.documentElement.dataset['site'] ?? location.origin
const router: AppRouter = createAppRouter({
  routeTree: firstRoutes,
  api,
  store,
  siteUrl,
  isPage: (pathname) => isPage(router, pathname),
})
// What was loaded for one person is never shown to the next one.
store.sub(sessionAtom, () => router.clearCache())

// Not needed to show a page, so it comes after everything that is; and for an empty cart of nobody not at all.
function mirrorCart() {
  if (store.get(cartAtom).length === 0 && store.get(sessionAtom) === null) return
  ends.forEach((end) => end())
  const fetchScreens = () => {
    const screens = [router.routesByPath['/cart'], router.routesByPath['/checkout']]
    screens.forEach((screen) => void router.loadRouteChunk(screen))
  }
  void Promise.all([import('./entities/cart/mirror-in-browser.ts'), knowAllRoutes(router)]).then(
    ([{ mirrorInBrowser }]) => mirrorInBrowser({ store, api, fetchScreens }),
  )
}
let ends: (() => void)[] = []
function keepMirrored() {
  ends = [store.sub(cartAtom, mirrorCart), store.sub(sessionAtom, mirrorCart)]
  mirrorCart()
}
// A page from the server fetches this script so late that it may be loaded already.
if (document.readyState === 'complete') keepMirrored()
else window.addEventListener('load', keepMirrored)

/** Not awaited at the top: the screens' scripts import this one, so it must not wait for them before it is done. */
async function show(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const app = <App router={router} />
  const loaded = document.getElementById('loaded')?.textContent
  if (loaded === undefined) {
    // What the server shows instead of a page that it could not load stays until there is something better.
    await knowAllRoutes(router)
    if (container.hasChildNodes()) await router.load()
    createRoot(container).render(app)
    return
  }
  await goOnFrom(router, loaded)
  hydrateRoot(container, app, {
    onRecoverableError: (error) => logFault('The page differs from what the server rendered', error),
  })
}

// A screen's script that is not there makes the router load the page again, which finds the newer shop of a deployment. But
// who is offline would lose the page: by another message the router takes it for a fault like any other.
addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = networkMessage
})

void show()
