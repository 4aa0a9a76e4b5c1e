import { useNavigate } from '@tanstack/react-router'
import { logOut } from '../../../lib/api/accounts.ts'
import { logFault } from '../../../lib/log.ts'
import { useClearPersonalData } from '../../../entities/session/use-forget-person.ts'
import { useToast } from '../../../lib/toast-atoms.ts'
import { useApi } from '../../../lib/api/use-services.ts'

/** Ends the session here at once, and its token on the server (spec §4). */
export function useLogOut(): () => void {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const forgetPerson = useClearPersonalData()
  return () => {
    // The call takes the token along before the session is gone.
    logOut(api).catch((error: unknown) => logFault('The server did not hear of the logout', error))
    forgetPerson()
    toast.success('Logout successful!')
    void navigate({ to: '/' })
  }
}
