import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { PaletteButton } from './palette/palette-button.tsx'
import { Places } from './places.tsx'
import { useCollapsed } from './use-collapsed.ts'
import styles from './console.module.css'

/** The navigation of the console, next to its screens. */
export function Rail({ onFind }: { onFind: () => void }) {
  const { isCollapsed, toggle } = useCollapsed()
  const label = isCollapsed ? 'Expand' : 'Collapse'
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <div className={clsx(styles['rail'], isCollapsed && styles['collapsed'])}>
      <PaletteButton onFind={onFind} inRail={isCollapsed ? 'icon' : 'whole'} />
      <nav aria-label="Admin">
        <Places isCollapsed={isCollapsed} />
      </nav>
      <button type="button" className={styles['place']} title={isCollapsed ? label : undefined} onClick={toggle}>
        <Icon aria-hidden />
        <span className={isCollapsed ? 'visually-hidden' : undefined}>{label}</span>
      </button>
    </div>
  )
}
