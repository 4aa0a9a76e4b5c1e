import { isUnauthorized } from '../../lib/api/api-error.ts'
import type { Store } from '../browser-state.ts'
import { goTo } from '../../lib/router/go.ts'
import { safeRedirect } from '../../lib/router/redirect.ts'
import { sessionAtom } from './session-atoms.ts'
import { isExpired, type Session } from './session.ts'

export type Guarded = { context: { store: Store }; location: { href: string } }

/** Whoever is logged in, checked against the token's expiry (spec §4); an expired session ends here. */
export function currentSession(store: Store): Session | null {
  const session = store.get(sessionAtom)
  if (session === null || !isExpired(session.accessToken, Date.now())) return session
  store.set(sessionAtom, null)
  return null
}

/** Lets through who is logged in; everybody else goes to the login and comes back from there. */
export function requireSession({ context, location }: Guarded): Session {
  const session = currentSession(context.store)
  return session ?? toLogin(location.href)
}

/** Lets through admins; a guest goes to the login, anybody else home. */
export function requireAdmin(guarded: Guarded): Session {
  const session = requireSession(guarded)
  if (session.role !== 'ADMIN') goTo('/')
  return session
}

/** Login and signup are for guests (spec §2); whoever is logged in goes where they were going. */
export function requireGuest({ context, search }: { context: { store: Store }; search: { redirect?: string } }): void {
  if (currentSession(context.store)) goTo(safeRedirect(search.redirect))
}

/** Loads for a page behind a login: where the server no longer takes the token, the session ends and login follows. */
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
