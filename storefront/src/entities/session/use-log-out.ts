import { useRouter } from '@tanstack/react-router'
import { logOut } from '../../lib/api/account/accounts.ts'
import { logFault } from '../../lib/log.ts'
import { useClearPersonalData } from './use-clear-personal-data.ts'
import { newId } from '../../lib/new-id.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Names the logout that this navigation belongs to. */
    logout?: string
  }
}

/**
 * Goes home, and then ends the session in the browser at once, and revokes its token on the server (spec §4). A page
 * with unfinished work may ask first; if the person stays, the session stays.
 */
export function useLogOut(): () => void {
  const api = useApi()
  const toast = useToast()
  const router = useRouter()
  const clearPersonalData = useClearPersonalData()

  function endSession() {
    // Must start before the session is discarded, because the call sends its token.
    logOut(api).catch((error: unknown) => logFault('Logging out on the server failed', error))
    clearPersonalData()
    toast.success('Logout successful!')
  }
  return () => {
    if (router.state.location.pathname === '/') return endSession()
    const logout = newId()
    const stop = router.history.subscribe(({ location }) => {
      stop()
      if (location.state.logout === logout) endSession()
    })
    void router.navigate({ to: '/', state: { logout } })
  }
}
