import { useRouter } from '@tanstack/react-router'
import type { EventsSearch } from '../audit-params.ts'
import { areReadsWanted } from './filter-of.ts'
import * as styles from '../events/events-screen.module.css'

/** Whether the list shows the records of accesses to personal data, which can be most of the log. */
export function ReadsSwitch({ search }: { search: EventsSearch }) {
  const router = useRouter()
  const areWanted = areReadsWanted(search)
  const isOn = areWanted || search.reads === 'shown'
  return (
    <label className={styles['switch']} title={areWanted ? 'A filter asks for them.' : undefined}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={areWanted}
        onChange={({ target }) =>
          void router.navigate({
            to: '.',
            search: (before: object) => ({
              ...before,
              reads: target.checked ? ('shown' as const) : undefined,
              before: undefined,
            }),
          })
        }
      />
      Reads of personal data
      {areWanted && <span className="visually-hidden">, for which a filter asks</span>}
    </label>
  )
}
