import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/toast-atoms.ts'

/**
 * What an operator has decided, while it is carried out: `decide` makes the calls and resolves to what is said of it then. A
 * failure is shown where the decision was asked about.
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
