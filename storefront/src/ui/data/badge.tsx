import { clsx } from 'clsx'
import styles from './badge.module.css'

/** How a status is doing: to be looked at, on its way, well ended, badly ended, or merely over. */
export type Tone = 'warning' | 'info' | 'success' | 'danger' | 'neutral'

/** A status in one word. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={clsx(styles['badge'], styles[tone])}>{children}</span>
}
