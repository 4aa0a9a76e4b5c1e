import { clsx } from 'clsx'
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import * as styles from './menu.module.css'

type MenuProps = {
  icon: ReactNode
  label: string
  /** Where the panel begins if it overlays the page. */
  from?: 'left' | 'right'
  onOpen?: () => void
  children: ReactNode
}

/** A button that opens a panel, over the page if there is room; a link in it, Escape and leaving it close it. */
export function Menu({ icon, label, from = 'right', onOpen, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isLeft, setLeft] = useState(from === 'left')
  const close = () => menu.current?.removeAttribute('open')
  const onClick = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') && close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what happens inside it is heard here
    <details
      ref={menu}
      className={styles['menu']}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return
        setLeft(from === 'left' && hasRoomToTheRight(currentTarget, panel.current))
        onOpen?.()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !menu.current?.open) return
        close()
        summary.current?.focus()
      }}
    >
      <summary ref={summary} className={styles['opener']}>
        {icon} {label}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a link is clicked by its own key */}
      <div ref={panel} className={clsx(styles['panel'], isLeft && styles['left'])} tabIndex={-1} onClick={onClick}>
        {children}
      </div>
    </details>
  )
}

/** Whether the panel fits at its greatest width, which it may reach once its content is loaded. */
function hasRoomToTheRight(menu: Element, panel: Element | null): boolean {
  const widest = panel ? Number.parseFloat(getComputedStyle(panel).maxWidth) : 0
  return menu.getBoundingClientRect().left + widest <= document.documentElement.clientWidth
}
