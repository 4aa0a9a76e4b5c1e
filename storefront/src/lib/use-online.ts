import { useSyncExternalStore } from 'react'

/** Whether the device has a connection, as far as the browser knows; always true on a server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline'] as const
  events.forEach((event) => window.addEventListener(event, onChange))
  return () => events.forEach((event) => window.removeEventListener(event, onChange))
}
