import { cartTotal, lineTotal, type CartItem } from '../../entities/cart/cart.ts'
import { formatAmount } from '../../lib/format/format.ts'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import * as styles from './checkout-screen.module.css'

/** The items being ordered, and their total. */
export function OrderSummary({ items }: { items: readonly CartItem[] }) {
  return (
    <section className={styles['summary']} aria-label="Order summary">
      <h2>Order summary</h2>
      <ul className={styles['lines']}>
        {items.map((item) => (
          <li key={item.id} className={styles['line']}>
            <div className={styles['picture']}>
              <ProductImage src={item.logoUrl} of={item.id} alt="" width={56} height={56} />
            </div>
            <div>
              <p>{item.title || 'Untitled Product'}</p>
              <small>
                {item.quantity} × {formatAmount(item.price)}
              </small>
            </div>
            <span className={styles['amount']}>{formatAmount(lineTotal(item))}</span>
          </li>
        ))}
      </ul>
      <p className={styles['total']}>
        Total <strong>{formatAmount(cartTotal(items))}</strong>
      </p>
      <p className={styles['note']}>
        Exclusive of GST. Free shipping anywhere in India for the first order; heavy equipment is quoted separately.
      </p>
    </section>
  )
}
