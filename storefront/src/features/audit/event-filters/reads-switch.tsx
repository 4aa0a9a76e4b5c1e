import { useRouter } from '@tanstack/react-router'
import * as styles from '../events/events-screen.module.css'

/** Whether the list shows the records of accesses to personal data, which can be most of the log. */
export function ReadsSwitch({ isOn }: { isOn: boolean }) {
  const router = useRouter()
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
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
    </label>
  )
}
