import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { Provider } from 'jotai'
import type { ApiClient } from './lib/api/client.ts'
import type { Store } from './lib/browser-state.ts'
import { routeTree } from './routeTree.gen.ts'
import { LoadError } from './ui/load-error.tsx'
import { PageSkeleton } from './ui/page-skeleton.tsx'

export type RouterNeeds = {
  api: ApiClient
  store: Store
  /** The browser's own, unless told otherwise. */
  history?: RouterHistory
}

/** The shop's pages on this API and this store: made once in a browser, once a request on a server. */
export function createAppRouter({ api, store, history }: RouterNeeds) {
  return createRouter({
    routeTree,
    context: { api, store },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 20_000,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: LoadError,
    scrollRestoration: true,
    trailingSlash: 'never',
    Wrap: ({ children }) => <Provider store={store}>{children}</Provider>,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
