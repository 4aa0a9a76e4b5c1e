import { X } from 'lucide-react'
import { activeFilters, noFilters } from './filter-params.ts'
import type { Narrowing } from './use-narrowing.ts'
import styles from '../browse.module.css'

/** The active filters; each can be removed separately, or all at once. */
export function FilterChips({ narrowing: { search, narrow } }: { narrowing: Narrowing }) {
  const filters = activeFilters(search)
  if (filters.length === 0) return null
  return (
    <ul className={styles['chips']} aria-label="Chosen filters">
      {filters.map(({ label, removed }) => (
        <li key={label}>
          <button
            type="button"
            className={styles['chip']}
            aria-label={`Remove ${label}`}
            onClick={() => narrow(removed)}
          >
            {label} <X aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles['clear']} onClick={() => narrow(noFilters)}>
          Clear all
        </button>
      </li>
    </ul>
  )
}
