import type { AppRouter } from './router.tsx'

/** Lets the router know the routes that a first page comes without; fetched once, however often this is called. */
export async function knowAllRoutes(router: AppRouter): Promise<void> {
  // Puts every route below the root, which the trees share.
  await import('./routeTree.gen.ts')
  router.setRoutes(router.buildRouteTree())
}

/** Whether the shop has a page at this path, all its routes considered. */
export async function isPage(router: AppRouter, pathname: string): Promise<boolean> {
  await knowAllRoutes(router)
  const [, , route] = router.getMatchedRoutes(pathname)
  return route !== undefined && route.id !== '/$'
}
