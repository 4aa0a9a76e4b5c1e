import { X } from 'lucide-react'
import { useRef } from 'react'
import { shop } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/button.tsx'
import * as styles from './policy-box.module.css'

const details = {
  Delivery:
    'Free shipping anywhere in India for your first order. From the second order on, a delivery fee of ₹100 applies on orders of price ₹1,000. Not applicable to big and heavy equipment, which is quoted separately.',
  Replacement:
    'Two-week replacement for damaged or defective goods. Keep the packaging and tell us within 14 days of delivery.',
  'Cash on delivery':
    'You pay in cash when the goods reach you. Nothing is charged beforehand. Prices are exclusive of GST.',
  Cancellation: `Cancel without charge from My Orders until we have confirmed the order. After that, call ${shop.phone}: we can stop it until it has been dispatched.`,
}

export type PolicyName = keyof typeof details

/** The texts of all policies, where no script can open them one by one. */
export function AllPolicies() {
  return Object.entries(details).map(([name, text]) => (
    <div key={name} className={styles['detail']}>
      <h2>{name}</h2>
      <p>{text}</p>
    </div>
  ))
}

/** The text of a policy. */
export function PolicyDetail({ name, onClose }: { name: PolicyName; onClose: () => void }) {
  const element = useRef<HTMLDivElement>(null)

  /** Moves the focus first, because the button that was pressed goes with the text. */
  function close() {
    element.current?.closest('section')?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    onClose()
  }
  return (
    <div ref={element} className={styles['detail']}>
      <h2>{name}</h2>
      <p>{details[name]}</p>
      <IconButton label="Close policy" className={styles['close']} onClick={close}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
