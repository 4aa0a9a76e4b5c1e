import { clsx } from 'clsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dismissToastAtom, toastsAtom, type Toast, type ToastAction } from '../../lib/atoms/toast-atoms.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import * as styles from './toaster.module.css'

/** How long a message is shown, unless it is hovered or focused. */
const shownMs = 4500

/** Longer for messages with an action. */
const shownWithActionMs = 10_000

const icons = { success: CircleCheck, error: CircleAlert, info: Info }

/** Shows toasts in the lower corner. The list is rendered even if empty: a live region must exist beforehand. */
export function Toaster() {
  const toasts = useAtomValue(toastsAtom)
  return (
    <section className={styles['corner']} aria-label="Notifications">
      <ol className={styles['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}

function ToastLine({ toast }: { toast: Toast }) {
  const dismiss = useSetAtom(dismissToastAtom)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast), toast.action ? shownWithActionMs : shownMs)
    return () => clearTimeout(timer)
  }, [held, dismiss, toast])
  const Icon = icons[toast.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only pauses the timer
    <li
      className={clsx(styles['toast'], styles[toast.kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden />
      <div className={styles['body']}>
        <span className={styles['message']}>{toast.message}</span>
        {toast.action && <ToastButton toast={toast} action={toast.action} />}
      </div>
      <IconButton label="Dismiss" className={styles['close']} onClick={() => dismiss(toast)}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

function ToastButton({ toast, action }: { toast: Toast; action: ToastAction }) {
  const dismiss = useSetAtom(dismissToastAtom)
  function run() {
    dismiss(toast)
    action.run()
  }
  return (
    <Button look="quiet" onClick={run}>
      {action.label}
    </Button>
  )
}
