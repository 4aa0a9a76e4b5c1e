import { atom, useSetAtom } from 'jotai'
import { useMemo } from 'react'

export type Toast = { kind: 'success' | 'error' | 'info'; message: string }

/** What is still to be said; the toaster, fetched with the first one, takes it from here. */
export const waitingToastsAtom = atom<readonly Toast[]>([])

const sayAtom = atom(null, (get, set, toast: Toast) => set(waitingToastsAtom, [...get(waitingToastsAtom), toast]))

/** Says in a corner of the screen, for a few seconds, what happened. */
export function useToast() {
  const say = useSetAtom(sayAtom)
  return useMemo(
    () => ({
      success: (message: string) => say({ kind: 'success', message }),
      error: (message: string) => say({ kind: 'error', message }),
      info: (message: string) => say({ kind: 'info', message }),
    }),
    [say],
  )
}
