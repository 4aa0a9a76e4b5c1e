import { Link } from '@tanstack/react-router'
import type { Order } from '#modules/ordering/schema.ts'
import { lineTotal } from '../../../entities/cart/cart.ts'
import { formatAmount } from '../../../lib/format/format.ts'
import * as styles from '../../../entities/document/document.module.css'

/** The ordered products, one line each. Without pictures, because only the current ones are known. */
export function OrderLines({ items }: Pick<Order, 'items'>) {
  return (
    <ul className={styles['lines']}>
      {items.map((item) => (
        <li key={item.id} className={styles['line']}>
          <div>
            <Link to="/products/$productId" params={{ productId: item.id }}>
              {item.title}
            </Link>
            <p className={styles['soft']}>
              {item.company} · {item.quantity} × {formatAmount(item.price)}
            </p>
          </div>
          <strong>{formatAmount(lineTotal(item))}</strong>
        </li>
      ))}
    </ul>
  )
}
