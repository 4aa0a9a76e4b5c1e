import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { logOut } from '../../lib/api/accounts.ts'
import { dropDrafts } from '../../lib/drafts.ts'
import { logFault } from '../../lib/log.ts'
import { sessionAtom } from '../../lib/session/session-atoms.ts'
import { tabStorage } from '../../lib/storage.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { useApi } from '../../lib/use-services.ts'

/** Ends the session here at once, and its token on the server (spec §4). */
export function useLogOut(): () => void {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const setSession = useSetAtom(sessionAtom)
  return () => {
    // The call takes the token along before the session is gone.
    logOut(api).catch((error: unknown) => logFault('The server did not hear of the logout', error))
    setSession(null)
    dropDrafts(tabStorage)
    toast.success('Logout successful!')
    void navigate({ to: '/' })
  }
}
