import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useRouterState } from '@tanstack/react-router'
import styles from './menu.module.css'

type DropdownProps = { label: ReactNode; align?: 'left' | 'right'; hover?: boolean; children: ReactNode }

/**
 * A button that opens a panel of links below it. The panel closes on Escape, on a click outside, on blur and on
 * navigation. `hover`: the panel also opens when the mouse is over the button.
 */
export function Dropdown({ label, align = 'left', hover = false, children }: DropdownProps) {
  const [open, setOpen] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useCloseOnNavigation(() => setOpen(false))
  useEffect(() => {
    if (!open) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !group.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget && !group.current?.contains(relatedTarget)) setOpen(false)
  }
  const byMouse = (next: boolean) => (event: React.PointerEvent) => {
    if (hover && event.pointerType === 'mouse') setOpen(next)
  }
  return (
    <div
      ref={group}
      role="presentation"
      className={styles['group']}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
    >
      <button
        ref={button}
        type="button"
        className={styles['entry']}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={(event) => setOpen(hover && event.detail > 0 && isMouse(event.nativeEvent) ? true : !open)}
      >
        {label}
        <ChevronDown aria-hidden />
      </button>
      <div id={panelId} hidden={!open} className={clsx(styles['panel'], styles[align])}>
        {children}
      </div>
    </div>
  )
}

/** Hovering has already opened the panel, so a mouse click must not close it again. */
function isMouse(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === 'mouse'
}

function useCloseOnNavigation(close: () => void) {
  const href = useRouterState({ select: (state) => state.location.href })
  const shown = useRef(href)
  useEffect(() => {
    if (shown.current === href) return
    shown.current = href
    close()
  })
}
