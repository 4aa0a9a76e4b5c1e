import { Link } from '@tanstack/react-router'
import type { Order } from '#modules/ordering/schema.ts'
import { lineTotal } from '../../../entities/cart/cart.ts'
import { ProductImage } from '../../../entities/product/card/product-image.tsx'
import { useProducts } from '../../../entities/product/use-products.ts'
import { formatAmount } from '../../../lib/format/format.ts'
import * as styles from './order-screen.module.css'

/** What was ordered, with the current pictures of the products. */
export function OrderItems({ items }: Pick<Order, 'items'>) {
  const products = useProducts(items.map(({ id }) => id))
  return (
    <ul className={styles['lines']}>
      {items.map((item) => (
        <li key={item.id} className={styles['line']}>
          <div className={styles['picture']}>
            <ProductImage src={products.get(item.id)?.logoUrl ?? ''} of={item.id} alt="" width={64} height={64} />
          </div>
          <div>
            <Link to="/products/$productId" params={{ productId: item.id }}>
              {item.title}
            </Link>
            <small>
              {item.company} · {item.quantity} × {formatAmount(item.price)}
              {products.get(item.id) === null && ' · No longer available'}
            </small>
          </div>
          <span className={styles['amount']}>{formatAmount(lineTotal(item))}</span>
        </li>
      ))}
    </ul>
  )
}
