import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { CompareCorner } from '../features/compare/compare-corner.tsx'
import { Head } from '../features/layout/head.tsx'
import { Shell } from '../features/layout/shell.tsx'
import type { ApiClient } from '../lib/api/client.ts'
import type { Store } from '../entities/browser-state.ts'
import { pageTitle } from '../lib/shop.ts'

type Context = { api: ApiClient; store: Store; siteUrl: string; isPage: (pathname: string) => Promise<boolean> }

export const Route = createRootRouteWithContext<Context>()({
  head: () => ({ meta: [{ title: pageTitle() }] }),
  component: RootScreen,
})

function RootScreen() {
  return (
    <>
      <Head />
      <Shell below={<CompareCorner />}>
        <Outlet />
      </Shell>
    </>
  )
}
