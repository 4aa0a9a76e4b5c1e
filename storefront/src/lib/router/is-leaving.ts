import type { AnyRouter } from '@tanstack/react-router'

/** Whether a navigation to another page is pending: a change on this page must not end up in the next one's address. */
export function isLeaving(router: AnyRouter): boolean {
  return router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
}
