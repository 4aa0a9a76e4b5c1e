import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './message.module.css'

const icons = { error: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info }

type MessageProps = { kind: keyof typeof icons; children: ReactNode; className?: string }

/** A panel with a message; screen readers announce an error at once. */
export function Message({ kind, children, className }: MessageProps) {
  const Icon = icons[kind]
  return (
    <div className={clsx(styles['message'], styles[kind], className)} role={kind === 'error' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div className={styles['body']}>{children}</div>
    </div>
  )
}
