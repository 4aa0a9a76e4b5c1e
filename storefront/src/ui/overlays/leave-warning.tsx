import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

type LeaveWarningProps = {
  question: string
  explanation: string
  /** Whether something would be lost. */
  mustAsk: () => boolean
  onLeave?: () => void
}

/** Asks before a page is left where that loses something; the browser itself asks before its tab is closed. */
export function LeaveWarning({ question, explanation, mustAsk, onLeave }: LeaveWarningProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  // What was asked about may end by itself: its outcome is what the person stays for.
  useEffect(() => {
    if (!mustAsk()) reset?.()
  })
  if (status !== 'blocked') return null
  function leave() {
    onLeave?.()
    proceed?.()
  }
  return (
    <Dialog title={question} onClose={reset}>
      <p>{explanation}</p>
      <DialogActions>
        <Button look="quiet" onClick={leave}>
          Leave
        </Button>
        <Button onClick={reset}>Stay</Button>
      </DialogActions>
    </Dialog>
  )
}
