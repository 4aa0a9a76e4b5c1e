import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import styles from './dialog.module.css'

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/**
 * A modal dialog for as long as it is rendered: the browser's own, so that focus stays inside, Escape closes it, and
 * focus goes back to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => focusAgain(opener)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does for the keyboard what the click on the backdrop does for the pointer
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => (pressedOutside.current = isOutside(event))}
      // Whoever marks a text and lets go outside the dialog does not mean to close it.
      onClick={(event) => pressedOutside.current && isOutside(event) && onClose()}
    >
      <div className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" className={styles['close']} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className={styles['body']}>{children}</div>
    </dialog>
  )
}

/** On the backdrop, which counts as the dialog, as its own margin does. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** What has been hidden since with the panel it is in cannot have the focus: the button that opens the panel can. */
function focusAgain(opener: Element | null): void {
  const panel = opener?.closest('[hidden]')
  const visible = panel ? document.querySelector(`[aria-controls="${CSS.escape(panel.id)}"]`) : opener
  if (visible instanceof HTMLElement) visible.focus()
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
