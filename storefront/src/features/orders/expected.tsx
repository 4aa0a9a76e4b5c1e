import type { ExpectedDays } from '#modules/ordering/schema.ts'
import { formatDay } from '../../lib/format/format.ts'

type ExpectedProps = { days: ExpectedDays; className?: string | undefined }

/** The days on which an order is expected. */
export function Expected({ days: { dispatch, from, to }, className }: ExpectedProps) {
  return (
    <p className={className}>
      Estimated delivery: <strong>{formatDay(from)}</strong> to <strong>{formatDay(to)}</strong>
      {dispatch !== undefined && `, if it is dispatched by ${formatDay(dispatch)}`}
    </p>
  )
}
