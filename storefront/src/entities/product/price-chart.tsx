import { useState } from 'react'
import { formatAmount, formatCount, formatDateTime } from '../../lib/format/format.ts'
import { priceSteps, priceSummary, type PricePoint } from './price-history.ts'
import * as styles from './price-chart.module.css'

/** The rows of the table; the events of the product name the prices before them. */
const mostRows = 100

const size = { width: 320, height: 80 }

/** The prices as a small step chart, and the newest of them in a table. */
export function PriceChart({ points }: { points: readonly PricePoint[] }) {
  const [now] = useState(Date.now)
  return (
    <figure className={styles['figure']}>
      <svg
        className={styles['chart']}
        viewBox={`-4 -4 ${size.width + 8} ${size.height + 8}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here, there is no file to point to
        role="img"
        aria-label={priceSummary(points)}
      >
        <path className={styles['line']} d={priceSteps(points, now, size)} />
      </svg>
      <table className={styles['table']}>
        <caption className="visually-hidden">Prices, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Since</th>
            <th scope="col">Price</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {points
            .toReversed()
            .slice(0, mostRows)
            .map(({ key, at, price, by }) => (
              <tr key={key}>
                <td>{formatDateTime(at)}</td>
                <td className={styles['price']}>{formatAmount(price)}</td>
                <td>{by}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {points.length > mostRows && <figcaption>{formatCount(points.length - mostRows)} earlier prices</figcaption>}
    </figure>
  )
}
