import { Link } from '@tanstack/react-router'
import type { OverviewDay } from '#modules/overview/schema.ts'
import { formatDay } from '../../lib/format/format.ts'
import { weeksBetween } from './age.ts'
import { formatShortDay } from './format.ts'
import { labelsOf, topOf } from './scale.ts'
import * as styles from './day-chart.module.css'

/** The filters of the list of orders. */
export type CountedOrders = { sold?: 'true' }

type DayChartProps = {
  days: readonly OverviewDay[]
  before: readonly OverviewDay[]
  figure: (day: OverviewDay) => number
  /** The filters of the orders that the figure counts, besides their days. */
  counted: CountedOrders
  format: { whole: (value: number) => string; axis: (value: number) => string }
}

/** Each part of the plot is placed in percent, so that it fits any width while its texts keep their size. */
const percent = (part: number) => `${(part * 100).toFixed(3)}%`

/**
 * A bar for each day, which is a link to its orders, and a mark at the figure of the day it is compared with. Assistive technology
 * and the keyboard have the table instead: hundreds of links would be in their way.
 */
export function DayChart({ days, before, figure, counted, format }: DayChartProps) {
  const earlier = before.map(figure)
  const weeks = weeksBetween(before, days)
  const top = topOf([...days.map(figure), ...earlier])
  const width = 1 / days.length
  const labels = labelsOf(days.length)
  return (
    <div className={styles['chart']} aria-hidden>
      <svg className={styles['plot']}>
        {[0, 0.5, 1].map((part) => (
          <line key={part} className={styles['grid']} x1="0" x2="100%" y1={percent(part)} y2={percent(part)} />
        ))}
        {days.map((day, index) => {
          const value = figure(day)
          const was = earlier[index] ?? 0
          const left = index * width
          return (
            <Link key={day.date} to="/admin/orders" search={{ ...counted, from: day.date, to: day.date }} tabIndex={-1}>
              <title>{`${formatDay(day.date)}: ${format.whole(value)}, ${weeks} before: ${format.whole(was)}`}</title>
              <rect className={styles['hit']} x={percent(left)} width={percent(width)} y="0" height="100%" />
              <rect
                className={styles['bar']}
                x={percent(left + width * 0.2)}
                width={percent(width * 0.6)}
                y={percent(1 - value / top)}
                height={percent(value / top)}
              />
              {was > 0 && (
                <line
                  className={styles['was']}
                  x1={percent(left + width * 0.05)}
                  x2={percent(left + width * 0.95)}
                  y1={percent(1 - was / top)}
                  y2={percent(1 - was / top)}
                />
              )}
            </Link>
          )
        })}
      </svg>
      <ol className={styles['axis']}>
        {[1, 0.5, 0].map((part) => (
          <li key={part}>{format.axis(top * part)}</li>
        ))}
      </ol>
      <ol className={styles['dates']}>
        {days.map(({ date }, index) => (
          <li key={date}>
            {labels[index] && <span data-minor={labels[index] === 'minor' || undefined}>{formatShortDay(date)}</span>}
          </li>
        ))}
      </ol>
      <p className={styles['legend']}>
        <span className={styles['now']}>This period</span>
        <span className={styles['then']}>The same weekday {weeks} before</span>
      </p>
    </div>
  )
}
