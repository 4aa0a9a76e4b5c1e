import { redirect } from '@tanstack/react-router'

/** In a guard: redirects to that page of this site, replacing this one in the history. */
export function goTo(href: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- how the router takes a redirect
  throw redirect({ href, replace: true })
}
