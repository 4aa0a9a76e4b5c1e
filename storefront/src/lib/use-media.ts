import { useCallback, useSyncExternalStore } from 'react'

/** Whether the screen matches a media query, as it changes. The server renders pages for screens that match. */
export function useMedia(query: string): boolean {
  const onChange = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    onChange,
    () => matchMedia(query).matches,
    () => true,
  )
}
