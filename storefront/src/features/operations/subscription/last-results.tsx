import type { Operation } from '#modules/operations/schema.ts'
import { formatDateTime } from '../../../lib/format/format.ts'
import { AffectedRows } from '../affected-rows.tsx'
import { wordsOf } from '../operation-words.ts'
import * as styles from '../operations.module.css'

/** The rows of a result that are listed; the activity lists all that are recorded. */
const mostRows = 5

/** The last replay, dry run and verification of a read model, with some of the rows that differ. */
export function LastResults({ results }: { results: readonly Operation[] }) {
  if (results.length === 0) return null
  return (
    <ul className={styles['results']} aria-label="Last results">
      {results.map((operation) => (
        <li key={operation.position}>
          <time dateTime={operation.at}>{formatDateTime(operation.at)}</time>: {wordsOf(operation)}
          <AffectedRows operation={operation} most={mostRows} />
        </li>
      ))}
    </ul>
  )
}
