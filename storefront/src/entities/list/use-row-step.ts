import { useRouter } from '@tanstack/react-router'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useEndSession } from '../session/use-end-session.ts'

/**
 * Returns a function that takes a step on one row and loads the list again. It resolves to a message if the step failed;
 * where the error has the status `outdated`, the row is no longer as it is shown, so that loading it again helps.
 */
export function useRowStep(outdated: 404 | 409 = 409) {
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async (take: () => Promise<unknown>, done: string): Promise<string | undefined> => {
    try {
      await take()
      toast.success(done)
    } catch (error) {
      if (endSession(error)) return undefined
      if (!isStatus(error, outdated)) return messageOf(error)
      toast.error(messageOf(error))
    }
    await router.invalidate()
    return undefined
  }
}
