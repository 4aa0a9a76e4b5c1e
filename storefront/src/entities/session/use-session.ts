import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { Role } from '../../lib/router/navigation.ts'
import { sessionAtom } from './session-atoms.ts'
import type { Session } from './session.ts'

/** Whoever is logged in; nobody while a page that the server rendered is being taken over. */
export function useSession(): Session | null {
  const session = useAtomValue(sessionAtom)
  return useHydrated() ? session : null
}

/** GUEST when logged out, otherwise the user's role (spec §2). */
export function useRole(): Role {
  return useSession()?.role ?? 'GUEST'
}
