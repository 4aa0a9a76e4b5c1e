import { Link } from '@tanstack/react-router'
import { formatCount } from '../../lib/format/format.ts'
import type { OperationsSearch } from './operations-search.ts'
import * as styles from './operations.module.css'

const states: Record<NonNullable<OperationsSearch['status']>, string> = {
  failed: 'that failed',
  'catching-up': 'catching up',
}

type NarrowedProps = {
  search: OperationsSearch
  /** How many are in the state, and how many are listed below. */
  inState: number
  listed: number
}

/** Says to which state the read models and reactors below are narrowed, and leads back to all of them. */
export function Narrowed({ search, inState, listed }: NarrowedProps) {
  if (search.status === undefined) return null
  return (
    <p className={styles['narrowed']}>
      Read models and reactors {states[search.status]}: {formatCount(inState)}.{' '}
      {listed > inState && `Listed here before: ${formatCount(listed - inState)}. `}
      <Link to="/admin/operations" search={{ ...search, status: undefined }} hash="read-models">
        Show all
      </Link>
    </p>
  )
}
