import type { AuditEvent } from '#modules/audit/schema.ts'
import { PriceChart } from '../../../entities/product/price-chart.tsx'
import { pricePoints } from '../../../entities/product/price-history.ts'
import * as styles from '../panel.module.css'

/** The price history of a product, with who set each price. */
export function PricePanel({ events }: { events: readonly AuditEvent[] }) {
  const points = pricePoints(events)
  if (points.length === 0) return null
  return (
    <section className={styles['panel']} aria-labelledby="prices">
      <h2 id="prices">Price history</h2>
      <PriceChart points={points} />
    </section>
  )
}
