import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/overlays/dialog.tsx'

type DecisionActionsProps = {
  action: string
  look: 'primary' | 'danger'
  busy: boolean
  onClose: () => void
  /** Omitted: the button submits its form. */
  onTake?: () => void
}

/** The buttons of a question: back, and the decision. */
export function DecisionActions({ action, look, busy, onClose, onTake }: DecisionActionsProps) {
  return (
    <DialogActions>
      <Button look="quiet" onClick={onClose}>
        Back
      </Button>
      <Button type={onTake === undefined ? 'submit' : 'button'} look={look} disabled={busy} onClick={onTake}>
        {busy ? 'Please wait...' : action}
      </Button>
    </DialogActions>
  )
}
