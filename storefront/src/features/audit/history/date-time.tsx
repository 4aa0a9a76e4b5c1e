import { formatExactTime, formatDateTime } from '../../../lib/format/format.ts'
import * as styles from './date-time.module.css'

/** A time in India, to the minute; to the millisecond on hover and on focus. */
export function DateTime({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className={styles['time']}
      data-exact={formatExactTime(at)}
      aria-label={formatExactTime(at)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time shows on focus as it does on hover
      tabIndex={0}
    >
      {formatDateTime(at)}
    </time>
  )
}
