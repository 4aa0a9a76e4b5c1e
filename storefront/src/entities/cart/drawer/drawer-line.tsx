import { Link } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { Trash2 } from 'lucide-react'
import { setCartQuantityAtom } from '../cart-atoms.ts'
import { lineTotal, maxLineQuantity, parseQuantity, type CartItem } from '../cart.ts'
import { ProductImage } from '../../product/card/product-image.tsx'
import { formatAmount } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { QuantityControl } from '../../../ui/forms/quantity-control.tsx'
import * as styles from './cart-drawer.module.css'

/** A line of the cart, in little room. */
export function DrawerLine({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const setQuantity = useSetAtom(setCartQuantityAtom)
  const { id, title, logoUrl, quantity } = item
  return (
    <li className={styles['line']}>
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} of={id} alt="" width={72} height={72} />
      </div>
      <Link to="/products/$productId" params={{ productId: id }} className={styles['title']}>
        {title || 'Untitled Product'}
      </Link>
      <IconButton label={`Remove ${title}`} danger onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
      <QuantityControl
        label={`Quantity of ${title}`}
        value={quantity}
        max={maxLineQuantity}
        parse={parseQuantity}
        onChange={(next) => setQuantity({ id, quantity: next })}
      />
      <span className={styles['amount']}>{formatAmount(lineTotal(item))}</span>
    </li>
  )
}
