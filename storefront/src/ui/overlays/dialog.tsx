import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import * as styles from './dialog.module.css'

type DialogProps = { title: string; onClose: () => void; children: ReactNode }

/**
 * A modal dialog for as long as it is rendered. It is a native one, so that the focus stays inside, Escape closes it,
 * and the focus returns to the element that opened it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => restoreFocus(opener)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- on the keyboard, Escape closes the dialog as a click on the backdrop does
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onClose={onClose}
      onPointerDown={(event) => (pressedOutside.current = isOutside(event))}
      // Selecting text and releasing the pointer outside the dialog must not close it.
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

/** Whether the pointer is on the backdrop: events there have the dialog as their target, like those on its padding. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/**
 * Returns the focus to the opener, or, if its panel has been hidden since, to the button that opens the panel. Not if
 * something else has it: a shortcut may have moved it already, such as `/` to the search.
 */
function restoreFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return
  const panel = opener?.closest('[hidden]')
  const visible = panel ? document.querySelector(`[aria-controls="${CSS.escape(panel.id)}"]`) : opener
  if (visible instanceof HTMLElement) visible.focus()
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>
}
