import { useSyncExternalStore } from 'react'

const query = '(width >= 992px)'

/** Whether the screen has room for a column next to a list. The server renders pages for those that have. */
export function isWide(): boolean {
  return typeof matchMedia === 'undefined' || matchMedia(query).matches
}

/** The same as it changes. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, isWide, () => true)
}

function onChange(changed: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
