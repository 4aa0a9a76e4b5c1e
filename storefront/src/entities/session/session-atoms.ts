import { atom } from 'jotai'
import type { Session } from './session.ts'

/** The logged-in user's session. Components read it with `useSession`, guards and the API client from the store. */
export const sessionAtom = atom<Session | null>(null)
