import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { browserStorage } from '../../lib/storage/storage.ts'
import { railKey } from '../../lib/storage/console-storage-keys.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { Places } from './places.tsx'
import styles from './console.module.css'

const collapsed = 'collapsed'

/** The navigation of the console, next to its screens. The browser remembers whether it is collapsed. */
export function Rail({ onFind }: { onFind: () => void }) {
  const [isCollapsed, setCollapsed] = useState(() => browserStorage.read(railKey) === collapsed)
  const label = isCollapsed ? 'Expand' : 'Collapse'
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  function toggle() {
    setCollapsed(!isCollapsed)
    if (isCollapsed) browserStorage.remove(railKey)
    else browserStorage.write(railKey, collapsed)
  }
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
