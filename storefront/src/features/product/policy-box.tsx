import { Banknote, Ban, RefreshCw, Truck, X } from 'lucide-react'
import { useId, useState } from 'react'
import { shop } from '../../lib/shop.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './policy-box.module.css'

const policies = [
  {
    name: 'Delivery',
    icon: Truck,
    text: 'Free shipping anywhere in India for your first order. From the second order on, a delivery fee of ₹100 applies on orders of price ₹1,000. Not applicable to big and heavy equipment, which is quoted separately.',
  },
  {
    name: 'Replacement',
    icon: RefreshCw,
    text: 'Two-week replacement for damaged or defective goods. Keep the packaging and tell us within 14 days of delivery.',
  },
  {
    name: 'Cash on delivery',
    icon: Banknote,
    text: 'You pay in cash when the goods reach you. Nothing is charged beforehand. Prices are exclusive of GST.',
  },
  {
    name: 'Cancellation',
    icon: Ban,
    text: `Cancel without charge from My Orders until we have confirmed the order. After that, call ${shop.phone}: we can stop it until it has been dispatched.`,
  },
]

/** The shop's policies; a click opens one, a second click or the close button closes it (spec §2). */
export function PolicyBox() {
  const [open, setOpen] = useState<string>()
  const detailId = useId()
  const shown = policies.find(({ name }) => name === open)
  return (
    <section className={styles['box']} aria-label="Policies">
      <ul className={styles['policies']}>
        {policies.map(({ name, icon: Icon }) => (
          <li key={name}>
            <button
              type="button"
              className={styles['policy']}
              aria-expanded={name === open}
              aria-controls={detailId}
              onClick={() => setOpen(name === open ? undefined : name)}
            >
              <Icon strokeWidth={1.5} aria-hidden />
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div id={detailId}>
        {shown && (
          <div className={styles['detail']}>
            <h2>{shown.name}</h2>
            <p>{shown.text}</p>
            <IconButton label="Close policy" className={styles['close']} onClick={() => setOpen(undefined)}>
              <X aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
    </section>
  )
}
