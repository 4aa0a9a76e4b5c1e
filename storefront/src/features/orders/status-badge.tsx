import { clsx } from 'clsx'
import type { OrderStatus } from '#modules/ordering/schema.ts'
import { statusLabels } from './order-status.ts'
import styles from './status-badge.module.css'

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span className={clsx(styles['badge'], styles[status])}>{statusLabels[status]}</span>
}
