import { useRouter } from '@tanstack/react-router'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useEndSession } from '../session/use-end-session.ts'

/**
 * Returns a function that applies a step to one row and reloads the list. It resolves to a message if the step failed.
 * If the error has the status `outdated`, the row has changed, and reloading the list helps.
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
