import type { Series } from '#modules/operations/schema.ts'
import * as styles from './trend.module.css'

type TrendProps = {
  /** Absent until the first sample has been taken. */
  series: Series | undefined
  what: 'lag' | 'latency'
  format: (value: number) => string
}

/** Measurements of the last day: a bar for each interval, marked if the subject had failed or did not answer. */
export function Trend({ series, what, format }: TrendProps) {
  const measured = series?.values.filter((value) => value !== null) ?? []
  if (series === undefined || measured.length + series.faults.length === 0) return null
  const { values, faults } = series
  const most = Math.max(0, ...measured)
  const bars = values.map((value, interval) => barAt(interval, value === null ? 0 : heightOf(value, most)))
  return (
    <div className={styles['trend']}>
      <svg viewBox={`0 0 ${values.length} 1`} preserveAspectRatio="none" aria-hidden>
        <path d={bars.join('')} />
        <path className={styles['faults']} d={faults.map((interval) => barAt(interval, 1)).join('')} />
      </svg>
      <p>
        Greatest {what} of the last day: {format(most)}
        {faults.length > 0 && (what === 'lag' ? '; it had failed' : '; it did not always answer')}
      </p>
    </div>
  )
}

/** Between 0 and 1; the smallest value is still visible. */
function heightOf(value: number, most: number): number {
  return Math.max(0.06, most === 0 ? 0 : value / most)
}

function barAt(interval: number, height: number): string {
  return height === 0 ? '' : `M${interval} 1v${-height}h0.8v${height}z`
}
