import type { Operation } from '#modules/operations/schema.ts'
import { formatCount } from '../../lib/format/format.ts'
import { shortened, WithCopy } from '../../ui/data/short-id.tsx'
import { affectedRows, rowsOf } from './operation-words.ts'
import * as styles from './operations.module.css'

/** The rows that a comparison has found to differ, at most so many of those that are recorded, and how many more there are. */
export function AffectedRows({ operation, most = Infinity }: { operation: Operation; most?: number }) {
  const rows = rowsOf(operation).slice(0, most)
  if (rows.length === 0) return null
  const more = affectedRows(operation) - rows.length
  return (
    <ul className={styles['rows']} aria-label="Rows that differ">
      {rows.map(({ key, how }) => (
        <li key={key}>
          <WithCopy text={key} of="key of the row">
            <span title={key}>{shortened(key)}</span>
          </WithCopy>
          {how}
        </li>
      ))}
      {more > 0 && <li>{formatCount(more)} more</li>}
    </ul>
  )
}
