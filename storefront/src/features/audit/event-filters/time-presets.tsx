import { useRouter } from '@tanstack/react-router'
import { formatDay, formatDateTime } from '../../../lib/format/format.ts'
import type { Narrowing } from '../../../ui/data/board-filters.tsx'
import { daysLater, indianDay, readDays } from '../../../lib/days.ts'
import * as styles from '../events/events-screen.module.css'

const presets = ['Last hour', 'Today', 'Yesterday', 'This month'] as const
type Preset = (typeof presets)[number]

/** A span of time; without an end, it ends now. */
type Span = { from: string; to?: string | undefined }

type TimePresetsProps = { from?: string | undefined; to?: string | undefined }

/** Filters the list by a span of time that ends now, or by one day. */
export function TimePresets({ from, to }: TimePresetsProps) {
  const router = useRouter()
  const show = (span: Span) =>
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...span, to: span.to, before: undefined }),
    })
  const day = dayOf({ from, to })
  return (
    <fieldset className={styles['presets']} aria-label="Time">
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles['preset']}
          onClick={() => show(timeOf(preset, Date.now()))}
        >
          {preset}
        </button>
      ))}
      <label className={styles['day']}>
        Day
        <input
          key={day}
          type="date"
          defaultValue={day}
          onChange={({ target }) => {
            const chosen = readDays({ from: target.value }).from
            // While a year is being typed, it has fewer digits.
            if (chosen !== undefined && chosen >= '2000') show(wholeDay(chosen))
          }}
        />
      </label>
    </fieldset>
  )
}

/** The span of time of a preset; days and months are those of India. */
export function timeOf(preset: Preset, now: number): Span {
  if (preset === 'Last hour') return { from: new Date(now - 3_600_000).toISOString() }
  const today = indianDay(now)
  if (preset === 'Yesterday') return wholeDay(daysLater(today, -1))
  return { from: beginOf(preset === 'Today' ? today : `${today.slice(0, 7)}-01`) }
}

const beginOf = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString()

/** To its last millisecond. */
function wholeDay(day: string): { from: string; to: string } {
  return { from: beginOf(day), to: new Date(Date.parse(beginOf(daysLater(day, 1))) - 1).toISOString() }
}

/** The span of time by which the list is filtered, if it is: a day, or its ends. */
export function timeNarrowing({ from, to }: TimePresetsProps): Narrowing | false {
  if (from === undefined && to === undefined) return false
  return { label: spanWords({ from, to }), by: ['from', 'to', 'before'] }
}

function spanWords({ from, to }: TimePresetsProps): string {
  if (from === undefined) return `Until ${formatDateTime(to ?? '')}`
  if (to === undefined) return `Since ${formatDateTime(from)}`
  return dayOf({ from, to }) === '' ? `${formatDateTime(from)} to ${formatDateTime(to)}` : formatDay(from)
}

/** The day that a span of time exactly covers; empty if there is none. */
export function dayOf({ from, to }: TimePresetsProps): string {
  if (from === undefined) return ''
  const day = indianDay(Date.parse(from))
  const whole = wholeDay(day)
  return whole.from === from && whole.to === to ? day : ''
}
