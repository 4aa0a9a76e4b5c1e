import { formatExactMoment, formatMoment } from '../../../lib/format/format.ts'
import * as styles from './moment.module.css'

/** A time in India, to the minute; to the millisecond on hover and on focus. */
export function Moment({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className={styles['moment']}
      data-exact={formatExactMoment(at)}
      aria-label={formatExactMoment(at)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time shows on focus as it does on hover
      tabIndex={0}
    >
      {formatMoment(at)}
    </time>
  )
}
