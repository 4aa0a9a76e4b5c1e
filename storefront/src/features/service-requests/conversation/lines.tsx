import { clsx } from 'clsx'
import type { HistoryEntry } from '../../../lib/api/orders.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { linesOf, type Line } from './conversation.ts'
import styles from './conversation.module.css'

/** The messages and steps of a request, oldest first. */
export function Lines({ history }: { history: readonly HistoryEntry[] }) {
  return (
    <ol className={styles['lines']}>
      {linesOf(history).map((line) => (
        <li key={line.key} className={clsx(styles['line'], styles[line.from])}>
          <Entry line={line} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ line: { title, text, at } }: { line: Line }) {
  return (
    <>
      <p className={styles['by']}>
        <strong>{title}</strong> <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {text !== '' && <p className={styles['text']}>{text}</p>}
    </>
  )
}
