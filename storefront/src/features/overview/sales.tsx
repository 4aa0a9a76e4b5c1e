import { Link } from '@tanstack/react-router'
import type { Overview, OverviewDay } from '#modules/overview/schema.ts'
import { formatAmount, formatCount, formatDay, formatPrice } from '../../lib/format/format.ts'
import { changeOf, weeksBetween } from './age.ts'
import { DayChart, type CountedOrders } from './day-chart.tsx'
import { formatCompactPrice, formatPeriod } from './format.ts'
import * as styles from './overview.module.css'

const anyOrders: CountedOrders = {}
const soldOrders: CountedOrders = { sold: 'true' }
const ordersOf = (day: OverviewDay) => day.orders
const revenueOf = (day: OverviewDay) => day.revenue
const sumOf = (days: readonly OverviewDay[], figure: (day: OverviewDay) => number) =>
  days.reduce((sum, day) => sum + figure(day), 0)

/** Orders and revenue by day, with the same weekdays of an earlier period; as charts and as a table. */
export function Sales({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="sales">
      <h2 id="sales" className={styles['title']}>
        Orders and revenue
      </h2>
      <div className={styles['charts']}>
        <Figure
          overview={overview}
          label="Orders"
          figure={ordersOf}
          counted={anyOrders}
          format={{ whole: formatCount, axis: formatCount }}
        />
        <Figure
          overview={overview}
          label="Revenue"
          figure={revenueOf}
          counted={soldOrders}
          format={{ whole: formatPrice, axis: formatCompactPrice }}
        />
      </div>
      <p className={styles['note']}>
        By the day in India on which an order was placed. Revenue excludes orders that are now cancelled or returned.
      </p>
      <DayTable overview={overview} />
    </section>
  )
}

type FigureProps = {
  overview: Overview
  label: string
  figure: (day: OverviewDay) => number
  /** The filters of the orders that the figure counts, besides their days. */
  counted: CountedOrders
  /** A figure in full, and as shown at the chart's axis. */
  format: { whole: (value: number) => string; axis: (value: number) => string }
}

function Figure({ overview: { days, before, from, to }, label, figure, counted, format }: FigureProps) {
  const total = sumOf(days, figure)
  const earlier = sumOf(before, figure)
  const change = changeOf(total, earlier)
  const [first = '', last = ''] = [before.at(0)?.date, before.at(-1)?.date]
  return (
    <figure className={styles['figure']}>
      <figcaption>
        <span>{label}</span>
        <Link to="/admin/orders" search={{ ...counted, from, to }} className={styles['total']}>
          {format.whole(total)}
        </Link>
        <span>
          {change !== undefined && <strong>{change}</strong>}{' '}
          <Link to="/admin/orders" search={{ ...counted, from: first, to: last }}>
            {format.whole(earlier)}
          </Link>{' '}
          {weeksBetween(before, days)} before ({formatPeriod(first, last)})
        </span>
      </figcaption>
      <DayChart days={days} before={before} figure={figure} counted={counted} format={format} />
    </figure>
  )
}

/** The same figures as a table, for assistive technology, each with a link to its orders. */
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
            <th scope="col">Compared with</th>
            <th scope="col">Orders</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date)}</th>
              <DayCells day={day} />
              <td>{formatDay(before[index]?.date ?? '')}</td>
              <DayCells day={before[index]} />
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function DayCells({ day }: { day: OverviewDay | undefined }) {
  if (!day) return null
  const { date, orders, revenue } = day
  return (
    <>
      <td>
        <Link to="/admin/orders" search={{ ...anyOrders, from: date, to: date }}>
          {formatCount(orders)}
          <span className="visually-hidden"> on {formatDay(date)}</span>
        </Link>
      </td>
      <td>
        <Link to="/admin/orders" search={{ ...soldOrders, from: date, to: date }}>
          {formatAmount(revenue)}
          <span className="visually-hidden"> on {formatDay(date)}</span>
        </Link>
      </td>
    </>
  )
}
