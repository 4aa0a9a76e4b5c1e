import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SchemeChoice } from './scheme-choice.tsx'

/** The choice of the colour scheme, from the footer. */
export function SchemeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Appearance" onClose={onClose}>
      <p>System follows the setting of your device. The choice is stored on this device only.</p>
      <SchemeChoice />
    </Dialog>
  )
}
