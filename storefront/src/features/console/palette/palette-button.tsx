import { clsx } from 'clsx'
import { Command } from 'lucide-react'
import * as styles from '../console.module.css'

type PaletteButtonProps = {
  onFind: () => void
  /** Whether the button is an entry of the side rail, and there whether only its icon is shown. */
  inRail?: 'icon' | 'whole'
}

/** Opens the command palette. */
export function PaletteButton({ onFind, inRail }: PaletteButtonProps) {
  return (
    <button
      type="button"
      className={clsx(inRail === undefined ? styles['opener'] : styles['place'])}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title="Find anything (Ctrl+K)"
      onClick={onFind}
    >
      <Command aria-hidden />
      <span className={inRail === 'icon' ? 'visually-hidden' : undefined}>Find anything</span>
      {inRail === 'whole' && (
        <kbd className={styles['key']} aria-hidden>
          Ctrl K
        </kbd>
      )}
    </button>
  )
}
