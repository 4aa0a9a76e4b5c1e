import { createRouter, type AnyRoute, type RouterHistory } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { queryString, readQuery } from './lib/router/address-text.ts'
import type { ApiClient } from './lib/api/client.ts'
import type { Store } from './entities/browser-state.ts'
import type { routeTree as everyRoute } from './routeTree.gen.ts'
import { LoadError } from './ui/feedback/load-error.tsx'
import { PageSkeleton } from './entities/product/page-skeleton.tsx'

export type RouterNeeds = {
  /** On a server all of them, in a browser those that a first page comes with. */
  routeTree: AnyRoute
  api: ApiClient
  store: Store
  /** The base of canonical links, without a slash at its end. */
  siteUrl: string
  /** Whether there is a page at a path that this tree of routes lacks. */
  isPage: (pathname: string) => Promise<boolean>
  /** The browser's own, unless told otherwise. */
  history?: RouterHistory
}

/** The shop's pages on this API and this store: made once in a browser, once a request on a server. */
export function createAppRouter({ routeTree, api, store, siteUrl, isPage, history }: RouterNeeds) {
  return createRouter({
    // Links lead to every route, so it is typed as having them all.
    routeTree: routeTree as typeof everyRoute,
    context: { api, store, siteUrl, isPage },
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 20_000,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: LoadError,
    // On a server it would be an inline script, which the pages' policy does not allow.
    scrollRestoration: typeof document !== 'undefined',
    trailingSlash: 'never',
    parseSearch: readQuery,
    stringifySearch: queryString,
    Wrap: ({ children }) => <Provider store={store}>{children}</Provider>,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
