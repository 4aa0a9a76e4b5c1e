import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { CompareCorner } from '../features/compare/compare-corner.tsx'
import { Head } from '../features/layout/head.tsx'
import { Shell } from '../features/layout/shell.tsx'
import type { ApiClient } from '../lib/api/client.ts'
import type { Store } from '../lib/browser-state.ts'
import { pageTitle } from '../lib/shop.ts'

export const Route = createRootRouteWithContext<{ api: ApiClient; store: Store; siteUrl: string }>()({
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
