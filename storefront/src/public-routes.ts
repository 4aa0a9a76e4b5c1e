import type { FileRoutesById } from './first/routeTree.gen.ts'

/**
 * What the server renders, and what a first page comes with: pages that are the same for everybody. All others are
 * rendered in the browser alone, and match `personalRoutes` of route-trees.ts.
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
