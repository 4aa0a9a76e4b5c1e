import { slashKeyKey } from '../../../lib/storage/storage-keys.ts'
import { useSingleKeys } from '../../../lib/storage/use-single-keys.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SchemeChoice } from './scheme-choice.tsx'
import * as styles from './scheme.module.css'

/** The choice of the colour scheme and of the shortcut of the search, from the footer. */
export function SchemeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Appearance" onClose={onClose}>
      <p>System follows the setting of your device. What you choose here is stored on this device only.</p>
      <SchemeChoice />
      <SlashKeySwitch />
    </Dialog>
  )
}

function SlashKeySwitch() {
  const [isOn, onSwitch] = useSingleKeys(slashKeyKey)
  return (
    <label className={styles['switch']}>
      <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
      <span>
        The <kbd>/</kbd> key moves to the search
      </span>
    </label>
  )
}
