import { useState } from 'react'
import { railKey } from '../../lib/storage/console-storage-keys.ts'
import { browserStorage } from '../../lib/storage/storage.ts'
import { useHasRoom } from './use-has-room.ts'

const [collapsed, expanded] = ['collapsed', 'expanded']

/**
 * Whether the side rail shows its icons alone. The browser remembers what was chosen last; without a choice, the rail is
 * collapsed where the screens need its room.
 */
export function useCollapsed() {
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
