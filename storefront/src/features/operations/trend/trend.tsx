import { createContext, use } from 'react'
import type { Series, SpanName } from '#modules/operations/schema.ts'
import * as styles from './trend.module.css'

type TrendProps = {
  /** Absent until the first sample has been taken. */
  series: Series | undefined
  what: 'lag' | 'latency'
  format: (value: number) => string
}

/** The time over which lag and latency are shown. */
export const TrendSpan = createContext<SpanName>('day')

/** Measurements of the last hour, day or week: a bar for each interval, marked if the subject had failed or did not answer. */
export function Trend({ series, what, format }: TrendProps) {
  const span = use(TrendSpan)
  if (series === undefined || !hasSamples(series)) return null
  return (
    <div className={styles['trend']}>
      <TrendBars series={series} />
      <p>
        Greatest {what} of the last {span}: {format(greatestOf(series))}
        {series.faults.length > 0 && (what === 'lag' ? '; it had failed' : '; it did not always answer')}
      </p>
    </div>
  )
}

/** Whether anything was measured. */
export function hasSamples({ values, faults }: Series): boolean {
  return faults.length > 0 || values.some((value) => value !== null)
}

/** The greatest value that was measured. */
export function greatestOf({ values }: Series): number {
  return Math.max(0, ...values.map((value) => value ?? 0))
}

/** The bars alone, for where their meaning is said next to them. */
export function TrendBars({ series }: { series: Series }) {
  const { values, faults } = series
  const most = greatestOf(series)
  const bars = values.map((value, interval) => barAt(interval, value === null ? 0 : heightOf(value, most)))
  return (
    <svg className={styles['bars']} viewBox={`0 0 ${values.length} 1`} preserveAspectRatio="none" aria-hidden>
      <path d={bars.join('')} />
      <path className={styles['faults']} d={faults.map((interval) => barAt(interval, 1)).join('')} />
    </svg>
  )
}

/** Between 0 and 1; the smallest value is still visible. */
function heightOf(value: number, most: number): number {
  return Math.max(0.06, most === 0 ? 0 : value / most)
}

function barAt(interval: number, height: number): string {
  return height === 0 ? '' : `M${interval} 1v${-height}h0.8v${height}z`
}
