import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './empty-state.module.css'

type EmptyStateProps = {
  icon: LucideIcon
  title: string
  /** Whether the title is the screen's heading. */ heading?: boolean
  children?: ReactNode
  actions?: ReactNode
}

/** The content of an empty list: a title, and what to do next. */
export function EmptyState({ icon: Icon, title, heading = false, children, actions }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden>
        <Icon strokeWidth={1.5} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
