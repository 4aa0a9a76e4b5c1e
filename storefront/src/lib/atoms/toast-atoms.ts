import { atom, useSetAtom } from 'jotai'
import { useMemo } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error' | 'info'
  message: string
  /** An action that can be taken once while the toast is shown. */
  action?: ToastAction
}

export type ToastAction = { label: string; run: () => void }

/** A new toast beyond this number replaces the oldest one. */
const maxToasts = 2

/** The toasts on the screen, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([])

const showToastAtom = atom(null, (get, set, toast: Omit<Toast, 'id'>) => {
  const toasts = get(toastsAtom)
  const id = (toasts.at(-1)?.id ?? 0) + 1
  const others = toasts.filter(({ kind, message }) => kind !== toast.kind || message !== toast.message)
  set(toastsAtom, [...others, { ...toast, id }].slice(-maxToasts))
})

export const dismissToastAtom = atom(null, (get, set, toast: Toast) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((other) => other !== toast),
  ),
)

/** Shows a message in a corner of the screen for a few seconds. */
export function useToast() {
  const show = useSetAtom(showToastAtom)
  return useMemo(
    () => ({
      success: (message: string, action?: ToastAction) =>
        show({ kind: 'success', message, ...(action ? { action } : {}) }),
      error: (message: string) => show({ kind: 'error', message }),
      info: (message: string) => show({ kind: 'info', message }),
    }),
    [show],
  )
}
