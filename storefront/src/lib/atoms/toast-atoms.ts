import { atom, useSetAtom } from 'jotai'
import { useMemo } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error' | 'info'
  message: string
  /** An action that can be taken once while the toast is shown. */
  action?: ToastAction
}

export type ToastAction = {
  label: string
  run: () => void
  /** Does the same as that of an earlier toast with the same text, which is replaced. */
  isRepeatable?: true
}

/** The newest toasts, which are shown. Of the older ones, only those with an action stay until their time is up. */
const maxToasts = 2

/** The toasts on the screen, oldest first. */
export const toastsAtom = atom<readonly Toast[]>([])

export const showToastAtom = atom(null, (get, set, toast: Omit<Toast, 'id'>) => {
  const toasts = get(toastsAtom)
  const id = (toasts.at(-1)?.id ?? 0) + 1
  const all = [...toasts.filter((other) => !isReplaced(other, toast)), { ...toast, id }]
  set(
    toastsAtom,
    all.filter(({ action }, index) => action !== undefined || index >= all.length - maxToasts),
  )
})

/** Two removals may have the same text, but each has its own way back. */
function isReplaced(older: Toast, { kind, message, action }: Omit<Toast, 'id'>): boolean {
  return older.kind === kind && older.message === message && (action === undefined || action.isRepeatable === true)
}

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
