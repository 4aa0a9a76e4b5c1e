import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; actions?: ReactNode }

/** What a list says when there is nothing in it, and what to do next. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']} aria-hidden>
        <Icon strokeWidth={1.5} />
      </span>
      <p className={styles['title']}>{title}</p>
      {children && <p className={styles['text']}>{children}</p>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
