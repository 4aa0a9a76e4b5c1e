import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { useHasRoom } from './use-has-room.ts'
import { browserStorage } from '../../lib/storage/storage.ts'
import { railKey } from '../../lib/storage/console-storage-keys.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import { Places } from './places.tsx'
import styles from './console.module.css'

const [collapsed, expanded] = ['collapsed', 'expanded']

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

/** The browser remembers what was chosen last; without a choice, the rail is collapsed where the screens need its room. */
function useCollapsed() {
  const [chosen, setChosen] = useState(() => browserStorage.read(railKey))
  const hasRoom = useHasRoom()
  const isCollapsed = chosen === collapsed || (chosen !== expanded && !hasRoom)
  function toggle() {
    const choice = isCollapsed ? expanded : collapsed
    setChosen(choice)
    browserStorage.write(railKey, choice)
  }
  return { isCollapsed, toggle }
}
