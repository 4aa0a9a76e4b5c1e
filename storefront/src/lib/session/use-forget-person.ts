import { useSetAtom } from 'jotai'
import { dropDrafts } from '../drafts.ts'
import { seenAtom } from '../kept/kept-atoms.ts'
import { tabStorage } from '../storage.ts'
import { sessionAtom } from './session-atoms.ts'

/** Ends the session, and forgets what would tell the next person at this screen about this one. */
export function useForgetPerson(): () => void {
  const setSession = useSetAtom(sessionAtom)
  const setSeen = useSetAtom(seenAtom)
  return () => {
    setSession(null)
    setSeen([])
    dropDrafts(tabStorage)
  }
}
