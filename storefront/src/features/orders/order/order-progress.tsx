import { clsx } from 'clsx'
import { Truck } from 'lucide-react'
import { formatMoment } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import type { Shipment, Stop } from './way.ts'
import * as styles from './order-progress.module.css'

/** The progress of an order: its stops, with the Indian times at which they were reached. */
export function Way({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className={styles['way']} style={{ gridTemplateColumns: `repeat(${stops.length}, 1fr)` }}>
      {stops.map(({ status, label, at, state }) => (
        <li
          key={status}
          className={clsx(styles['stop'], state !== 'ahead' && styles['reached'])}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          {label}
          {at !== undefined && (
            <time dateTime={at} className={styles['time']}>
              {formatMoment(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The carrier and the tracking number. */
export function ShipmentPanel({ shipment: { carrier, trackingNumber } }: { shipment: Shipment }) {
  if (carrier === '' && trackingNumber === '') return null
  return (
    <div className={styles['shipment']}>
      <Truck aria-hidden />
      <p>
        {carrier === '' ? 'On its way to you' : `On its way with ${carrier}`}
        {trackingNumber !== '' && (
          <>
            {': '}
            <strong>{trackingNumber}</strong>
          </>
        )}
      </p>
      {trackingNumber !== '' && <CopyButton text={trackingNumber} of="tracking number" />}
    </div>
  )
}
