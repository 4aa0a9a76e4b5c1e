import type { AnyRouter } from '@tanstack/react-router'

/** Whether another page is on its way: what is done on this one must not become part of the next one's address. */
export function isLeaving(router: AnyRouter): boolean {
  return router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
}
