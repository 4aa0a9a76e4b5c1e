import { atom, useSetAtom } from 'jotai'
import { useMemo } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error' | 'info'
  message: string
  /** What can be done about it, once, for as long as it is shown. */
  action?: ToastAction
}

export type ToastAction = { label: string; run: () => void }

/** So many are shown at once; an older one makes room for a newer one. */
const shownAtOnce = 2

/** What is being said in the corner of the screen, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([])

const sayAtom = atom(null, (get, set, toast: Omit<Toast, 'id'>) => {
  const toasts = get(toastsAtom)
  const id = (toasts.at(-1)?.id ?? 0) + 1
  const others = toasts.filter(({ kind, message }) => kind !== toast.kind || message !== toast.message)
  set(toastsAtom, [...others, { ...toast, id }].slice(-shownAtOnce))
})

export const dismissToastAtom = atom(null, (get, set, toast: Toast) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((other) => other !== toast),
  ),
)

/** Says in a corner of the screen, for a few seconds, what happened. */
export function useToast() {
  const say = useSetAtom(sayAtom)
  return useMemo(
    () => ({
      success: (message: string, action?: ToastAction) =>
        say({ kind: 'success', message, ...(action ? { action } : {}) }),
      error: (message: string) => say({ kind: 'error', message }),
      info: (message: string) => say({ kind: 'info', message }),
    }),
    [say],
  )
}
