import { clsx } from 'clsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { dismissToastAtom, toastsAtom, type Toast, type ToastAction } from '../../lib/atoms/toast-atoms.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './toaster.module.css'

/** How long a message is shown, and again if the messages are hovered or focused by then. */
const shownMs = 4500

/** Longer for messages with an action. */
const shownWithActionMs = 10_000

const icons = { success: CircleCheck, error: CircleAlert, info: Info }

/** Shows toasts in the lower corner. The list is rendered even if empty: a live region must exist beforehand. */
export function Toaster() {
  const toasts = useAtomValue(toastsAtom)
  const region = useRef<HTMLElement>(null)
  const { onFocus, leave } = useFocusReturn()
  useKeyToAction(region, leave)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only remembers where the focus came from
    <section ref={region} className={styles['corner']} aria-label="Notifications" onFocus={onFocus}>
      <ol className={styles['list']} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} onLeave={leave} />
        ))}
      </ol>
    </section>
  )
}

/** F6 leads to the newest action and back: by Tab, the rest of the page would have to be passed in time. */
function useKeyToAction(region: RefObject<HTMLElement | null>, leave: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'F6' || event.ctrlKey) return
      const buttons = [...(region.current?.querySelectorAll('button') ?? [])]
      const target = buttons.findLast((button) => button.hasAttribute('aria-keyshortcuts')) ?? buttons[0]
      if (!target) return
      event.preventDefault()
      if (buttons.some((button) => button === document.activeElement)) leave()
      else target.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Gives the focus back to what had it before the messages, which are removed with the button that was pressed. */
function useFocusReturn() {
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
  const line = useRef<HTMLLIElement>(null)
  function dismiss() {
    onLeave()
    remove(toast)
  }
  useEffect(() => {
    const expire = () => line.current?.closest('section')?.matches(':hover, :focus-within') || remove(toast)
    const timer = setInterval(expire, toast.action ? shownWithActionMs : shownMs)
    return () => clearInterval(timer)
  }, [remove, toast])
  const Icon = icons[toast.kind]
  return (
    <li ref={line} className={clsx(styles['toast'], styles[toast.kind])}>
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
    <span className={styles['action']}>
      <kbd className={styles['key']}>
        <span className="visually-hidden">Press </span>F6
      </kbd>
      <Button look="quiet" aria-keyshortcuts="F6" onClick={run}>
        {action.label}
      </Button>
    </span>
  )
}
