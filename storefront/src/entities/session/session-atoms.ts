import { atom } from 'jotai'
import type { Session } from './session.ts'

/** Whoever is logged in. Components ask `useSession`, guards and the API client ask the store. */
export const sessionAtom = atom<Session | null>(null)
