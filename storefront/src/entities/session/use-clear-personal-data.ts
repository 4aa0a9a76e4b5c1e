import { useSetAtom } from 'jotai'
import { dropDrafts } from '../../lib/forms/drafts.ts'
import { seenAtom } from '../product/stored/stored-product-atoms.ts'
import { searchesKey, sentKey } from '../../lib/storage/storage-keys.ts'
import { browserStorage, tabStorage } from '../../lib/storage/storage.ts'
import { sessionAtom } from './session-atoms.ts'

/** Returns a function that ends the session and erases what the next person at this screen could see of this one. */
export function useClearPersonalData(): () => void {
  const setSession = useSetAtom(sessionAtom)
  const setSeen = useSetAtom(seenAtom)
  return () => {
    setSession(null)
    setSeen([])
    dropDrafts(tabStorage)
    tabStorage.remove(sentKey)
    browserStorage.remove(searchesKey)
  }
}
