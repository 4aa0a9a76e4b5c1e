import { useSyncExternalStore } from 'react'

const query = '(width >= 1200px)'

/** Whether the console's side rail leaves its tables enough room. */
export function useHasRoom(): boolean {
  return useSyncExternalStore(
    onChange,
    () => matchMedia(query).matches,
    () => true,
  )
}

function onChange(changed: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
