import { clsx } from 'clsx'
import styles from './badge.module.css'

/** The colour of a status: needs attention, in progress, succeeded, failed, or simply over. */
export type Tone = 'warning' | 'info' | 'success' | 'danger' | 'neutral'

/** A status in one word. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={clsx(styles['badge'], styles[tone])}>{children}</span>
}
