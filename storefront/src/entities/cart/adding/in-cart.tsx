import * as styles from '../../../ui/button.module.css'
import { useCart } from '../use-cart.ts'

/** In a button that adds a product: how many pieces of it are in the cart; nothing if there are none. */
export function InCart({ id }: { id: string }) {
  const quantity = useCart().find((item) => item.id === id)?.quantity
  return (
    quantity && (
      <span className={styles['count']}>
        {quantity}
        <span className="visually-hidden"> in cart</span>
      </span>
    )
  )
}
