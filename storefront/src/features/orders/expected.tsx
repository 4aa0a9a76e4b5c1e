import { useState } from 'react'
import type { ExpectedDays } from '#modules/ordering/schema.ts'
import { formatDay } from '../../lib/format/format.ts'

type ExpectedProps = {
  days: ExpectedDays
  /** The time for which it is shown, in ms; now by default. */
  at?: number | undefined
  className?: string | undefined
}

/** The days on which an order is expected; once they have passed, that it is late. */
export function Expected({ days: { dispatch, from, to }, at, className }: ExpectedProps) {
  const [opened] = useState(() => Date.now())
  const hasPassed = (day: string) => (at ?? opened) > Date.parse(day) + dayMs
  if (hasPassed(to))
    return (
      <p className={className}>
        This order is late: its delivery was estimated for <strong>{formatDay(from)}</strong> to{' '}
        <strong>{formatDay(to)}</strong>
      </p>
    )
  return (
    <p className={className}>
      Estimated delivery: <strong>{formatDay(from)}</strong> to <strong>{formatDay(to)}</strong>
      {dispatch !== undefined && dispatchText(formatDay(dispatch), hasPassed(dispatch))}
    </p>
  )
}

const dayMs = 86_400_000

function dispatchText(day: string, hasPassed: boolean): string {
  return hasPassed ? `, or later: it was to be dispatched by ${day}` : `, if it is dispatched by ${day}`
}
