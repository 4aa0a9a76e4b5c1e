import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { withdrawServiceRequest } from '../../lib/api/service-requests.ts'
import { useEndSession } from '../../entities/session/use-end-session.ts'
import { useToast } from '../../lib/atoms/toast-atoms.ts'
import { useApi } from '../../lib/api/use-services.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'

/** Asks for confirmation, withdraws the request, and reloads the list. */
export function Withdraw({ id, title }: { id: string; title: string }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const withdraw = useWithdraw(id)

  async function onWithdraw() {
    setBusy(true)
    await withdraw()
    setBusy(false)
    setAsking(false)
  }
  return (
    <div>
      <Button look="secondary" onClick={() => setAsking(true)}>
        Withdraw<span className="visually-hidden">: {title}</span>
      </Button>
      {asking && (
        <Dialog title="Withdraw this service request?" onClose={() => setAsking(false)}>
          <p>We stop working on it. You can raise a new one at any time.</p>
          <DialogActions>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button look="danger" disabled={busy} onClick={() => void onWithdraw()}>
              {busy ? 'Please wait...' : 'Withdraw request'}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  )
}

function useWithdraw(id: string) {
  const api = useApi()
  const router = useRouter()
  const toast = useToast()
  const endSession = useEndSession()
  return async () => {
    try {
      await withdrawServiceRequest(api, id)
      toast.success('Service request withdrawn')
    } catch (error) {
      if (endSession(error)) return
      toast.error(messageOf(error))
    }
    await router.invalidate()
  }
}
