import type { AppRouter } from './router.tsx'

/** Adds the routes that a first page omits to the router. They are fetched once, however often this is called. */
export async function addAllRoutes(router: AppRouter): Promise<void> {
  // Importing the tree adds every route to the root route, which both trees share.
  await import('./routeTree.gen.ts')
  router.setRoutes(router.buildRouteTree())
}

/** Whether any route of the shop matches this path, including those that a first page omits. */
export async function isPage(router: AppRouter, pathname: string): Promise<boolean> {
  await addAllRoutes(router)
  const [, , route] = router.getMatchedRoutes(pathname)
  return route !== undefined && route.id !== '/$'
}
