import type { FileRoutesById } from './routeTree.gen.ts'

/** What the server renders: pages that are the same for everybody. All others are rendered in the browser alone. */
const publicRoutes: readonly (keyof FileRoutesById)[] = [
  '/',
  '/$',
  '/about-us',
  '/collection/',
  '/collection/$category',
  '/collection/products/',
  '/collection/products/$productId',
  '/compare',
  '/privacy-policy',
  '/products/$productId',
  '/search',
  '/site-map',
  '/support-client-services',
]

export function isPublicRoute(routeId: string): boolean {
  return publicRoutes.some((id) => id === routeId)
}
