import { createRouter, type AnyRoute, type RouterHistory } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { queryString, readQuery } from './lib/router/address-text.ts'
import type { ApiClient } from './lib/api/client.ts'
import type { Store } from './entities/browser-state.ts'
import type { routeTree as everyRoute } from './routeTree.gen.ts'
import { LoadError } from './ui/feedback/load-error.tsx'
import { PageSkeleton } from './entities/product/page-skeleton.tsx'

export type RouterDeps = {
  /** All routes on a server, those of a first page in a browser. */
  routeTree: AnyRoute
  api: ApiClient
  store: Store
  /** The base of canonical links, without a slash at its end. */
  siteUrl: string
  /** Whether there is a page at a path that this tree of routes lacks. */
  isPage: (pathname: string) => Promise<boolean>
  /** The browser's history by default. */
  history?: RouterHistory
}

/** Creates the shop's router: once in a browser, once per request on a server. */
export function createAppRouter({ routeTree, api, store, siteUrl, isPage, history }: RouterDeps) {
  return createRouter({
    // Typed as the whole tree, because links lead to every route.
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
    // On a server it would add an inline script, which the pages' content security policy forbids.
    scrollRestoration: !history && keepsEarlyScroll(),
    trailingSlash: 'never',
    parseSearch: readQuery,
    stringifySearch: queryString,
    Wrap: ({ children }) => <Provider store={store}>{children}</Provider>,
  })
}

/** Restores the scroll position, except on the first page: the position from before the scripts arrived stays. */
function keepsEarlyScroll(): () => boolean {
  let isFirst = true
  return () => {
    const stays = isFirst && scrollY > 0
    isFirst = false
    return !stays
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
