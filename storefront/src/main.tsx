import './ui/tokens.css'
import './ui/base.css'
import { createStore } from 'jotai'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { routeTree as firstRoutes } from './first/routeTree.gen.ts'
import { hydrateRouter } from './hydrate.ts'
import { networkMessage } from './lib/api/api-error.ts'
import { createApiClient } from './lib/api/client.ts'
import { cartAtom } from './entities/cart/cart-atoms.ts'
import { connectBrowserState, tabChanges } from './entities/browser-state.ts'
import { sessionAtom } from './entities/session/session-atoms.ts'
import { currentSession } from './entities/session/guards.ts'
import { logFault } from './lib/log.ts'
import { browserStorage } from './lib/storage/storage.ts'
import { wait } from './lib/router/wait.ts'
import { moreRoutes } from './more-routes.ts'
import { createAppRouter, type AppRouter } from './router.tsx'
import { pagePartsFetched } from './ui/feedback/page-part.tsx'

const store = createStore()
connectBrowserState({
  store,
  storage: browserStorage,
  changes: tabChanges,
  // Leaves a page that requires the login which has just ended.
  onOtherSession: () => void router.invalidate(),
})

const api = createApiClient({
  baseUrl: '/api',
  fetch: (...request) => fetch(...request),
  accessToken: () => currentSession(store)?.accessToken,
  now: () => Date.now(),
  sleep: wait,
  // Preloaded and pending pages would be shown with the data from before the change.
  onChange: () => router.clearCache({ filter: ({ preload, status }) => preload || status === 'pending' }),
})

const siteUrl = document.documentElement.dataset['site'] ?? location.origin
const router: AppRouter = createAppRouter({
  routeTree: firstRoutes,
  api,
  store,
  siteUrl,
  isPage: (pathname) => others.isPage(pathname),
})
const others = moreRoutes(router)
// Data loaded for one user must never be shown to another.
store.sub(sessionAtom, () => router.clearCache())

function fetchScreens() {
  const screens = [router.routesByPath['/cart'], router.routesByPath['/checkout']]
  screens.forEach((screen) => void router.loadRouteChunk(screen))
}

// Not needed to show a page, so it is fetched last; for a guest with an empty cart it is not fetched at all.
function mirrorCart() {
  if (store.get(cartAtom).length === 0 && store.get(sessionAtom) === null) return
  ends.forEach((end) => end())
  const routesAdded = others.addFor(location.pathname)
  void Promise.all([import('./entities/known-shopper.ts'), routesAdded]).then(([{ serveKnownShopper }]) =>
    serveKnownShopper({ store, api, fetchScreens }),
  )
}
let ends: (() => void)[] = []
function keepMirrored() {
  ends = [store.sub(cartAtom, mirrorCart), store.sub(sessionAtom, mirrorCart)]
  mirrorCart()
}
// On a page from the server this script is fetched so late that the load event may already have fired.
if (document.readyState === 'complete') keepMirrored()
else window.addEventListener('load', keepMirrored)

/** Not awaited at the top level: the screens' chunks import this module, so its evaluation must not wait for them. */
async function show(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const app = <App router={router} />
  const loaded = document.getElementById('loaded')?.textContent
  if (loaded === undefined) {
    // Keeps the server's failure page on the screen until the page has been loaded here.
    await others.addFor(location.pathname)
    const isFailure = container.hasChildNodes() && document.getElementById('loading') === null
    if (isFailure) await router.load()
    createRoot(container).render(app)
    return
  }
  await hydrateRouter(router, loaded)
  await pagePartsFetched()
  hydrateRoot(container, app, {
    onRecoverableError: (error) => logFault('The page differs from what the server rendered', error),
  })
}

// If a screen's chunk is missing, the router reloads the page, which finds the newer deployment. Offline, a reload
// would lose the page: with another message the router treats the failure like any other error.
addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = networkMessage
})

void show()
