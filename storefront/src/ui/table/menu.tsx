import { clsx } from 'clsx'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import * as styles from './menu.module.css'

type MenuProps = {
  icon: ReactNode
  label: string
  /** Where the panel begins, if it lies over the page. */
  from?: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a panel, over the page where there is room; a link in it, Escape and leaving it close it. */
export function Menu({ icon, label, from = 'right', children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  const onClick = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') && close()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what happens inside it is heard here
    <details
      ref={menu}
      className={styles['menu']}
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
      <div className={clsx(styles['panel'], from === 'left' && styles['left'])} tabIndex={-1} onClick={onClick}>
        {children}
      </div>
    </details>
  )
}
