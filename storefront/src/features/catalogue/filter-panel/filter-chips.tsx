import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from '../browse.module.css'
import type { FilterParams } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'
import { withoutFilters } from '../filters/without-filters.ts'
import { activeFilters } from './active-filters.ts'
import { KeptParams } from '../filters/kept-params.tsx'

/** The active filters; each can be removed separately, or all at once. */
export function FilterChips({ narrowing }: { narrowing: Narrowing }) {
  const filters = activeFilters(narrowing.search)
  if (filters.length === 0) return null
  return (
    <ul className={styles['chips']} aria-label="Chosen filters">
      {filters.map(({ label, removed }) => (
        <li key={label}>
          <ChangeForm narrowing={narrowing} change={removed}>
            <button type="submit" className={styles['chip']} aria-label={`Remove ${label}`}>
              {label} <X aria-hidden />
            </button>
          </ChangeForm>
        </li>
      ))}
      <li>
        <ChangeForm narrowing={narrowing} change={withoutFilters(narrowing.search)}>
          <button type="submit" className={styles['clear']}>
            Clear all
          </button>
        </ChangeForm>
      </li>
    </ul>
  )
}

type ChangeFormProps = { narrowing: Narrowing; change: Partial<FilterParams>; children: ReactNode }

/** Its button changes the filters; without scripts, it submits the address. */
function ChangeForm({ narrowing: { search, narrow }, change, children }: ChangeFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        narrow(change)
      }}
    >
      <KeptParams search={{ ...search, ...change }} />
      {children}
    </form>
  )
}
