import { clsx } from 'clsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { dismissToastAtom, toastsAtom, type Toast, type ToastAction } from '../../lib/atoms/toast-atoms.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './toaster.module.css'

/** How long a message is shown, unless it is hovered or focused. */
const shownMs = 4500

/** Longer for messages with an action. */
const shownWithActionMs = 10_000

const icons = { success: CircleCheck, error: CircleAlert, info: Info }

/** Shows toasts in the lower corner. The list is rendered even if empty: a live region must exist beforehand. */
export function Toaster() {
  const toasts = useAtomValue(toastsAtom)
  const { onFocus, leave } = useWayBack()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only remembers where the focus came from
    <section className={styles['corner']} aria-label="Notifications" onFocus={onFocus}>
      <ol className={styles['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onLeave={leave} />
        ))}
      </ol>
    </section>
  )
}

/** Gives the focus back to what had it before the messages, which are removed with the button that was pressed. */
function useWayBack() {
  const before = useRef<EventTarget>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
    },
    leave: () => {
      const { current } = before
      const target = current instanceof HTMLElement && current.isConnected ? current : document.querySelector('main')
      target?.focus({ preventScroll: true })
    },
  }
}

type ToastProps = { toast: Toast; onLeave: () => void }

function ToastLine({ toast, onLeave }: ToastProps) {
  const remove = useSetAtom(dismissToastAtom)
  function dismiss() {
    onLeave()
    remove(toast)
  }
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => remove(toast), toast.action ? shownWithActionMs : shownMs)
    return () => clearTimeout(timer)
  }, [held, remove, toast])
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
        {toast.action && <ToastButton action={toast.action} onPress={dismiss} />}
      </div>
      <IconButton label="Dismiss" className={styles['close']} onClick={dismiss}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

function ToastButton({ action, onPress }: { action: ToastAction; onPress: () => void }) {
  function run() {
    onPress()
    action.run()
  }
  return (
    <Button look="quiet" onClick={run}>
      {action.label}
    </Button>
  )
}
