import { needsWholeTree } from './whole-tree.ts'
import type { AppRouter } from './router.tsx'

type Tree = 'shopping' | 'whole'

/** Adds the routes that a first page omits to the router: those for logging in and buying, or all of them. */
export function moreRoutes(router: AppRouter) {
  let added: Tree | undefined
  let last = Promise.resolve()

  async function add(wanted: Tree): Promise<void> {
    if (added === 'whole' || added === wanted) return
    await (wanted === 'whole' ? import('./routeTree.gen.ts') : import('./shopping/routeTree.gen.ts'))
    added = wanted
    router.setRoutes(router.buildRouteTree())
  }

  /** One after the other: importing a tree sets the routes of the root route, which all trees share. */
  function addFor(pathname: string): Promise<void> {
    const wanted = needsWholeTree(pathname) ? 'whole' : 'shopping'
    last = last.catch(() => undefined).then(() => add(wanted))
    return last
  }

  /** Whether any route of the shop matches this path, including those that a first page omits. */
  async function isPage(pathname: string): Promise<boolean> {
    await addFor(pathname)
    const [, , route] = router.getMatchedRoutes(pathname)
    return route !== undefined && route.id !== '/$'
  }
  return { addFor, isPage }
}
