import type { Route } from '#core/http/routing/route.ts'
import { openPinCodes } from './look-up.ts'
import { pinCodeRoutes } from './routes.ts'

/** Where PIN codes are. */
export function pinCodesModule(): { routes: Route[] } {
  return { routes: pinCodeRoutes(openPinCodes()) }
}
