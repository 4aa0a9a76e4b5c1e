import type { FileRoutesById } from './first/routeTree.gen.ts'

/**
 * The pages that are the same for every visitor: the server renders them, and a first page includes their routes. All
 * others are rendered in the browser only and are matched by `personalRoutes` in route-trees.ts.
 */
const publicRoutes: Record<Exclude<keyof FileRoutesById, '__root__'>, true> = {
  '/': true,
  '/$': true,
  '/about-us': true,
  '/collection/': true,
  '/collection/$category': true,
  '/collection/products/': true,
  '/collection/products/$productId': true,
  '/compare': true,
  '/privacy-policy': true,
  '/products/$productId': true,
  '/search': true,
  '/site-map': true,
  '/support-client-services': true,
}

export function isPublicRoute(routeId: string): boolean {
  return Object.hasOwn(publicRoutes, routeId)
}
