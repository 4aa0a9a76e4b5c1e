import { Link } from '@tanstack/react-router'
import type { Overview, OverviewDay } from '#modules/overview/schema.ts'
import { countOf, formatAmount, formatCount, formatDay, formatPrice } from '../../lib/format/format.ts'
import { changeOf } from './age.ts'
import { DayChart } from './day-chart.tsx'
import { formatCompactPrice } from './format.ts'
import * as styles from './overview.module.css'

const ordersOf = (day: OverviewDay) => day.orders
const revenueOf = (day: OverviewDay) => day.revenue
const sumOf = (days: readonly OverviewDay[], figure: (day: OverviewDay) => number) =>
  days.reduce((sum, day) => sum + figure(day), 0)

/** Orders and revenue by day, with the period before; as charts and as a table. */
export function Sales({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="sales">
      <h2 id="sales" className={styles['title']}>
        Orders and revenue
      </h2>
      <div className={styles['charts']}>
        <Figure overview={overview} label="Orders" figure={ordersOf} whole={formatCount} axis={formatCount} />
        <Figure overview={overview} label="Revenue" figure={revenueOf} whole={formatPrice} axis={formatCompactPrice} />
      </div>
      <p className={styles['note']}>
        By the day in India on which an order was placed. Revenue leaves out orders that are now cancelled or returned.
      </p>
      <DayTable overview={overview} />
    </section>
  )
}

type FigureProps = {
  overview: Overview
  label: string
  figure: (day: OverviewDay) => number
  /** A figure in full, and as shown at the chart's axis. */
  whole: (value: number) => string
  axis: (value: number) => string
}

function Figure({ overview: { days, before, from, to }, label, figure, whole, axis }: FigureProps) {
  const total = sumOf(days, figure)
  const earlier = sumOf(before, figure)
  const change = changeOf(total, earlier)
  return (
    <figure className={styles['figure']}>
      <figcaption>
        <span>{label}</span>
        <Link to="/admin/orders" search={{ from, to }} className={styles['total']}>
          {whole(total)}
        </Link>
        <span>
          {change !== undefined && <strong>{change}</strong>} {whole(earlier)}{' '}
          {before.length === 1 ? 'the day before' : `in the ${countOf(before.length, 'day')} before`}
        </span>
      </figcaption>
      <DayChart days={days} before={before} figure={figure} format={{ whole, axis }} />
    </figure>
  )
}

/** The same figures as a table, for assistive technology, with a link for each day. */
function DayTable({ overview: { days, before } }: { overview: Overview }) {
  return (
    <details className={styles['table']}>
      <summary>The figures as a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Orders</th>
            <th scope="col">Revenue</th>
            <th scope="col">Before</th>
            <th scope="col">Orders</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, orders, revenue }, index) => (
            <tr key={date}>
              <th scope="row">
                <Link to="/admin/orders" search={{ from: date, to: date }}>
                  {formatDay(date)}
                </Link>
              </th>
              <td>{formatCount(orders)}</td>
              <td>{formatAmount(revenue)}</td>
              <td>{formatDay(before[index]?.date ?? '')}</td>
              <td>{formatCount(before[index]?.orders ?? 0)}</td>
              <td>{formatAmount(before[index]?.revenue ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
