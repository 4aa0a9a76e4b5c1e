import { clsx } from 'clsx'
import { Truck } from 'lucide-react'
import { formatDateTime } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/data/copy-button.tsx'
import type { Shipment, Stage } from './order-stages.ts'
import * as styles from './order-progress.module.css'

/** The progress of an order: its stages, with the Indian times at which they were reached. */
export function OrderProgress({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol className={styles['stages']} style={{ gridTemplateColumns: `repeat(${stages.length}, 1fr)` }}>
      {stages.map(({ status, label, at, state }) => (
        <li
          key={status}
          className={clsx(styles['stage'], state !== 'ahead' && styles['reached'])}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          {label}
          {at !== undefined && (
            <time dateTime={at} className={styles['time']}>
              {formatDateTime(at)}
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
