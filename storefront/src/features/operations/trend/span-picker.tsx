import { Link } from '@tanstack/react-router'
import type { SpanName } from '#modules/operations/schema.ts'
import type { OperationsSearch } from '../operations-search.ts'
import * as styles from './trend.module.css'

const spans: readonly SpanName[] = ['hour', 'day', 'week']

/** Chooses the time over which lag and latency are shown. */
export function SpanPicker({ search }: { search: OperationsSearch }) {
  return (
    <nav className={styles['spans']} aria-label="Lag and latency over">
      <span>Lag and latency of the last</span>
      {spans.map((span) => (
        <Link
          key={span}
          to="/admin/operations"
          search={{ ...search, over: span === 'day' ? undefined : span }}
          resetScroll={false}
          className={styles['span']}
          activeProps={{}}
          activeOptions={{ exact: true }}
          aria-current={span === (search.over ?? 'day') ? 'true' : undefined}
        >
          {span}
        </Link>
      ))}
    </nav>
  )
}
