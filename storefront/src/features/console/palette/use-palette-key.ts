import { useEffect } from 'react'

/** Opens the palette on Ctrl+K, and on ⌘K. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      // Another dialog may hold something unfinished.
      if (!document.querySelector('dialog[open]')) open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
}
