import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useSetAtom } from 'jotai'
import { Trash2 } from 'lucide-react'
import { setCartQuantityAtom } from '../../entities/cart/cart-atoms.ts'
import type { LineChange } from '../../entities/cart/cart-changes.ts'
import { lineTotal, maxLineQuantity, parseQuantity, type CartItem } from '../../entities/cart/cart.ts'
import { formatAmount } from '../../lib/format/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { ProductImage } from '../../entities/product/card/product-image.tsx'
import { QuantityControl } from '../../ui/forms/quantity-control.tsx'
import { useRemoval } from '../../entities/cart/removal/use-removal.ts'
import * as styles from './cart-screen.module.css'

type CartLineProps = { item: CartItem; change: LineChange | undefined }

/** One line of the cart (spec §2), and what has changed since it was added. */
export function CartLine({ item, change }: CartLineProps) {
  const setQuantity = useSetAtom(setCartQuantityAtom)
  const { remove } = useRemoval()
  const { id, title, company, brand, logoUrl, quantity } = item
  return (
    <li className={clsx(styles['line'], change?.kind === 'withdrawn' && styles['withdrawn'])}>
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} of={id} alt="" width={112} height={112} />
      </div>
      <div className={styles['about']}>
        <h2>
          <Link to="/products/$productId" params={{ productId: id }}>
            {title || 'Untitled Product'}
          </Link>
        </h2>
        <p>{company || 'Unknown Company'}</p>
        <p>Brand: {brand || 'Unknown Brand'}</p>
        {change && <p className={styles['change']}>{changeNote(change)}</p>}
      </div>
      <IconButton label={`Remove ${title}`} danger className={styles['remove']} onClick={() => remove(item)}>
        <Trash2 aria-hidden />
      </IconButton>
      <div className={styles['foot']}>
        <QuantityControl
          label={`Quantity of ${title}`}
          value={quantity}
          max={maxLineQuantity}
          parse={parseQuantity}
          onChange={(next) => setQuantity({ id, quantity: next })}
        />
        <p className={styles['price']}>{formatAmount(lineTotal(item))}</p>
      </div>
    </li>
  )
}

function changeNote(change: LineChange): string {
  return change.kind === 'withdrawn' ? 'No longer available' : `Now ${formatAmount(change.to)} each`
}
