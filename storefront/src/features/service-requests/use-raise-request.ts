import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'jotai'
import { useState } from 'react'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
import { raiseServiceRequest } from '../../lib/api/service-requests.ts'
import { currentSession } from '../../entities/session/guards.ts'
import { showSent } from '../../entities/sent/show-sent.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { useSubmissions } from '../../entities/session/use-submissions.ts'
import { requestBody, requestFaults, serverFaults, type RequestDraft, type RequestFault } from './request-form.ts'

/** Sends service requests about a product, or another subject; `raise` resolves to whether it succeeded, and to the first fault if not. */
export function useRaiseRequest(subject: string) {
  const api = useApi()
  const toast = useToast()
  const navigate = useNavigate()
  const endSession = useEndSession()
  const store = useStore()
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<RequestFault[]>([])
  const { submit, discard } = useSubmissions(`request ${subject}`, requestBody)

  async function raise(draft: RequestDraft): Promise<{ raised: boolean; fault?: RequestFault | undefined }> {
    const found = requestFaults(draft.form)
    setFaults(found)
    if (found.length > 0) return { raised: false, fault: found[0] }
    setBusy(true)
    try {
      let requestId = ''
      await submit(draft, async (payload, key) => {
        requestId = (await raiseServiceRequest(api, payload, key)).id
      })
      const owner = currentSession(store)?.loginUserName ?? ''
      showSent(store, { kind: 'request', id: requestId, owner })
      toast.success('Service request has been created successful!', {
        label: 'View your request',
        run: () => void navigate({ to: '/my-orders/requests/$requestId', params: { requestId } }),
      })
      return { raised: true }
    } catch (error) {
      setBusy(false)
      return { raised: false, fault: afterFailure(error) }
    }
  }

  function afterFailure(error: unknown): RequestFault | undefined {
    if (endSession(error)) return undefined
    const named = error instanceof ApiError ? serverFaults(error.errors) : []
    setFaults(named)
    toast.error(messageOf(error))
    return named[0]
  }
  return { busy, faults, raise, discard }
}
