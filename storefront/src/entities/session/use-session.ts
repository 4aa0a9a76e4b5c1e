import { useHydrated } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { Role } from '../../lib/router/navigation.ts'
import { sessionAtom } from './session-atoms.ts'
import type { Session } from './session.ts'

/** The session of the logged-in user; `null` during hydration, because the server renders pages for guests. */
export function useSession(): Session | null {
  const session = useAtomValue(sessionAtom)
  return useHydrated() ? session : null
}

/** GUEST when logged out, otherwise the user's role (spec §2). */
export function useRole(): Role {
  return useSession()?.role ?? 'GUEST'
}
