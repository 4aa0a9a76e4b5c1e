import { isUnauthorized } from '../../lib/api/api-error.ts'
import type { Store } from '../browser-state.ts'
import { goTo } from '../../lib/router/go.ts'
import { safeRedirect } from '../../lib/router/redirect.ts'
import { sessionAtom } from './session-atoms.ts'
import { isExpired, type Session } from './session.ts'

export type Guarded = { context: { store: Store }; location: { href: string } }

/** The session of the logged-in user; ends it and returns `null` if the token has expired (spec §4). */
export function currentSession(store: Store): Session | null {
  const session = store.get(sessionAtom)
  if (session === null || !isExpired(session.accessToken, Date.now())) return session
  store.set(sessionAtom, null)
  return null
}

/** Redirects a guest to the login page, which leads back here. */
export function requireSession({ context, location }: Guarded): Session {
  const session = currentSession(context.store)
  return session ?? toLogin(location.href)
}

/** Lets admins through; redirects a guest to the login page, other users to the home page. */
export function requireAdmin(guarded: Guarded): Session {
  const session = requireSession(guarded)
  if (session.role !== 'ADMIN') goTo('/')
  return session
}

/** Login and signup are for guests (spec §2); a logged-in user is redirected to the page they came for. */
export function requireGuest({ context, search }: { context: { store: Store }; search: { redirect?: string } }): void {
  if (currentSession(context.store)) goTo(safeRedirect(search.redirect))
}

/** Loads a page that requires a login; if the server rejects the token, ends the session and redirects to the login. */
export async function loadGuarded<T>({ context, location }: Guarded, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isUnauthorized(error)) throw error
    context.store.set(sessionAtom, null)
    return toLogin(location.href)
  }
}

function toLogin(from: string): never {
  goTo(`/login?${new URLSearchParams({ redirect: safeRedirect(from) })}`)
}
