import { useState } from 'react'
import type { AuditEvent } from '#modules/audit/schema.ts'
import { formatAmount } from '../../lib/format.ts'
import { Moment } from './moment.tsx'
import { priceHistory, stepsOf } from './price-history.ts'
import styles from './audit.module.css'

const width = 600
const height = 160

/** What a product has cost, as a line of steps and, for whoever does not see it, as a list. */
export function PriceChart({ events }: { events: readonly AuditEvent[] }) {
  const [now] = useState(() => Date.now())
  const prices = priceHistory(events)
  if (prices.length === 0) return null
  const highest = Math.max(...prices.map(({ rupees }) => rupees))
  return (
    <section className={styles['panel']} aria-labelledby="prices">
      <h2 id="prices">Price history</h2>
      <p className={styles['meta']}>Highest {formatAmount(highest)}, exclusive of GST</p>
      <svg className={styles['chart']} viewBox={`0 -6 ${width} ${height + 8}`} aria-hidden>
        <line x1="0" x2={width} y1={height} y2={height} />
        <path d={stepsOf(prices, { width, height, now })} />
      </svg>
      <ol className={styles['prices']}>
        {prices.map(({ at, rupees }) => (
          <li key={at}>
            <Moment at={at} /> <strong>{formatAmount(rupees)}</strong>
          </li>
        ))}
      </ol>
    </section>
  )
}
