import { useNavigate } from '@tanstack/react-router'
import { logOut } from '../../../lib/api/accounts.ts'
import { logFault } from '../../../lib/log.ts'
import { useClearPersonalData } from '../../../entities/session/use-forget-person.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** Ends the session in the browser at once, and revokes its token on the server (spec §4). */
export function useLogOut(): () => void {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const forgetPerson = useClearPersonalData()
  return () => {
    // Must start before the session is discarded, because the call sends its token.
    logOut(api).catch((error: unknown) => logFault('Logging out on the server failed', error))
    forgetPerson()
    toast.success('Logout successful!')
    void navigate({ to: '/' })
  }
}
