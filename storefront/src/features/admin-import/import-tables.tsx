import type { ReactNode } from 'react'
import type { ImportedRow } from '#modules/catalogue/schema.ts'
import { formatCount } from '../../lib/format/format.ts'
import * as styles from './import.module.css'

/** The most lines shown on the screen; the error file contains every fault. */
const shownLines = 200

/** The faults, each with row, column and reason. */
export function FaultTable({ results }: { results: readonly ImportedRow[] }) {
  const faults = results.flatMap((result) => result.faults)
  return (
    <Lines title="Bad rows" heads={['Row', 'Column', 'What is wrong']} total={faults.length}>
      {faults.slice(0, shownLines).map(({ row, column, reason }) => (
        <tr key={`${row} ${column} ${reason}`}>
          <td>{formatCount(row)}</td>
          <td>{column}</td>
          <td>{reason}</td>
        </tr>
      ))}
    </Lines>
  )
}

/** The values that differ, each as it is in the catalogue and in the file. */
export function ChangeTable({ results }: { results: readonly ImportedRow[] }) {
  const changes = results.flatMap(({ row, sku, changes: facts }) => facts.map((fact) => ({ row, sku, ...fact })))
  return (
    <Lines title="Changes" heads={['Row', 'SKU', 'Column', 'In the catalogue', 'In the file']} total={changes.length}>
      {changes.slice(0, shownLines).map(({ row, sku, column, from, to }) => (
        <tr key={`${row} ${column}`}>
          <td>{formatCount(row)}</td>
          <td>{sku}</td>
          <td>{column}</td>
          <td>{from}</td>
          <td>{to}</td>
        </tr>
      ))}
    </Lines>
  )
}

type LinesProps = { title: string; heads: readonly string[]; total: number; children: ReactNode }

function Lines({ title, heads, total, children }: LinesProps) {
  if (total === 0) return null
  return (
    <div className={styles['lines']}>
      <h2>{title}</h2>
      {total > shownLines && (
        <p>
          The first {formatCount(shownLines)} of {formatCount(total)}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the screen is scrolled by keyboard too */}
      <section className={styles['scroll']} tabIndex={0} aria-label={title}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </div>
  )
}
