import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from '../browse.module.css'
import type { FilterParams } from '../filters/filter-params.ts'
import type { Narrowing } from '../filters/use-narrowing.ts'
import { withoutFilters } from '../filters/without-filters.ts'
import { activeFilters } from './active-filters.ts'
import { HiddenParams } from '../filters/hidden-params.tsx'

/** The active filters; each can be removed separately, or all at once. */
export function FilterChips({ narrowing }: { narrowing: Narrowing }) {
  const filters = activeFilters(narrowing.search)
  if (filters.length === 0) return null
  return (
    <ul className={styles['chips']} aria-label="Chosen filters">
      {filters.map(({ label, removed }) => (
        <li key={label}>
          <ChangeForm narrowing={narrowing} change={removed} isLast={filters.length === 1}>
            <button type="submit" className={styles['chip']} aria-label={`Remove ${label}`}>
              {label} <X aria-hidden />
            </button>
          </ChangeForm>
        </li>
      ))}
      <li>
        <ChangeForm narrowing={narrowing} change={withoutFilters(narrowing.search)} isLast>
          <button type="submit" className={styles['clear']}>
            Clear all
          </button>
        </ChangeForm>
      </li>
    </ul>
  )
}

type ChangeFormProps = {
  narrowing: Narrowing
  change: Partial<FilterParams>
  /** Whether the change removes the last filter, and the list with it. */
  isLast: boolean
  children: ReactNode
}

/** Moves the focus first, because the button that was pressed goes with its filter: to the next one, or out of the list. */
function leave(form: HTMLFormElement, isLast: boolean) {
  const place = isLast ? form.closest('dialog') : form.closest('li')?.nextElementSibling
  const next = place?.querySelector('button') ?? document.querySelector('main')
  next?.focus({ preventScroll: true })
}

/** Its button changes the filters; without scripts, it submits the address. */
function ChangeForm({ narrowing: { search, narrow }, change, isLast, children }: ChangeFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        leave(event.currentTarget, isLast)
        narrow(change)
      }}
    >
      <HiddenParams search={{ ...search, ...change }} />
      {children}
    </form>
  )
}
