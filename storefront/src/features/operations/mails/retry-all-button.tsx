import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { retryFailedJobs } from '../../../lib/api/operations.ts'
import { useApi } from '../../../lib/api/use-services.ts'
import { countOf } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Message } from '../../../ui/feedback/message.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DecisionActions } from '../decision-actions.tsx'
import { useDecision } from '../use-decision.ts'

/** Retries all failed mails, after their number was confirmed. */
export function RetryAllButton({ failed }: { failed: number }) {
  const [confirmed, setConfirmed] = useState<number>()
  if (failed === 0 && confirmed === undefined) return null
  return (
    <>
      <Button look="secondary" onClick={() => setConfirmed(failed)}>
        Try all failed again
      </Button>
      {confirmed !== undefined && <RetryAllDialog count={confirmed} onClose={() => setConfirmed(undefined)} />}
    </>
  )
}

function RetryAllDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const api = useApi()
  const router = useRouter()
  const what = countOf(count, 'failed email')
  const { take, busy, failure } = useDecision(
    async () => {
      await retryFailedJobs(api, count)
      return `${countOf(count, 'email')} retried`
    },
    () => {
      onClose()
      void router.invalidate()
    },
  )
  return (
    <Dialog title={`Try ${what} again?`} onClose={onClose}>
      <p>Each of them gets as many attempts as a new email, regardless of the filters of the list.</p>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <DecisionActions action="Try again" look="primary" busy={busy} onClose={onClose} onTake={() => void take()} />
    </Dialog>
  )
}
