import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

type UnsavedWarningProps = { isUnsaved: () => boolean; onLeave: () => void }

/** Asks before a page with unsaved changes is left; the browser itself asks before its tab is closed. */
export function UnsavedWarning({ isUnsaved, onLeave }: UnsavedWarningProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  function leave() {
    onLeave()
    proceed?.()
  }
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <p>What you have changed in this form is not saved yet.</p>
      <DialogActions>
        <Button look="quiet" onClick={leave}>
          Leave
        </Button>
        <Button onClick={reset}>Stay</Button>
      </DialogActions>
    </Dialog>
  )
}
