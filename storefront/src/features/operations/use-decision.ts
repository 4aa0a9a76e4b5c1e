import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'

/**
 * Carries out an operator's decision: `decide` makes the calls and resolves to the message for the success toast. A
 * failure is shown in the dialog that asked for the decision.
 */
export function useDecision<Given extends unknown[]>(
  decide: (...given: Given) => Promise<string>,
  onTaken: () => void,
) {
  const toast = useToast()
  const endSession = useEndSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function take(...given: Given) {
    setBusy(true)
    try {
      toast.success(await decide(...given))
      onTaken()
    } catch (error) {
      if (!endSession(error)) setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { take, busy, failure }
}
