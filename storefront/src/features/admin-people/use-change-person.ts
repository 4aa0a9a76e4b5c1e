import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isStatus, messageOf } from '../../lib/api/api-error.ts'
import type { ApiClient } from '../../lib/api/client.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'

type Change = { work: (api: ApiClient) => Promise<unknown>; done: string; onDone: () => void }

/**
 * Changes an account and reloads the list, also if another admin has changed the account; `failure` is the message if
 * the server refused.
 */
export function useChangePerson() {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function change({ work, done, onDone }: Change): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await work(api)
      toast.success(done)
      onDone()
      await router.invalidate()
    } catch (error) {
      setBusy(false)
      if (endSession(error)) return
      setFailure(messageOf(error))
      if (isStatus(error, 412)) await router.invalidate()
    }
  }
  return { busy, failure, change }
}
