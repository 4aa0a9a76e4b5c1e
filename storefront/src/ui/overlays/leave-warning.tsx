import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

type LeaveWarningProps = {
  question: string
  explanation: string
  /** Whether leaving would lose something. */
  mustAsk: () => boolean
  onLeave?: () => void
}

/** Asks before navigating away if that would lose something; the browser asks before the tab is closed. */
export function LeaveWarning({ question, explanation, mustAsk, onLeave }: LeaveWarningProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  })
  // The work may finish while the dialog is open: then the user stays to see its result.
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
