import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { Trash2 } from 'lucide-react'
import { formatAmount } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { QuantityControl } from '../../../ui/forms/quantity-control.tsx'
import { ProductImage } from '../../product/card/product-image.tsx'
import { setCartQuantityAtom } from '../cart-atoms.ts'
import type { LineChange } from '../cart-changes.ts'
import { cartChangesAtom } from '../cart-offers-atoms.ts'
import { lineTotal, maxLineQuantity, parseQuantity, type CartItem } from '../cart.ts'
import * as styles from './cart-line.module.css'

type CartLineProps = {
  item: CartItem
  /** In the drawer, which is narrower: without company and brand. */
  compact?: boolean
  onRemove: () => void
}

/** One line of the cart (spec §2), and the changes of its product since it was added. */
export function CartLine({ item, compact = false, onRemove }: CartLineProps) {
  const setQuantity = useSetAtom(setCartQuantityAtom)
  const change = useAtomValue(cartChangesAtom).find(({ id }) => id === item.id)
  const { id, title, logoUrl, quantity } = item
  return (
    <li
      className={clsx(
        styles['line'],
        compact && styles['compact'],
        change?.kind === 'withdrawn' && styles['withdrawn'],
      )}
    >
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} of={id} alt="" width={112} height={112} />
      </div>
      <About item={item} compact={compact} change={change} />
      <IconButton label={`Remove ${title}`} danger className={styles['remove']} onClick={onRemove}>
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

type AboutProps = { item: CartItem; compact: boolean; change: LineChange | undefined }

function About({ item: { id, title, company, brand }, compact, change }: AboutProps) {
  const Title = compact ? 'h3' : 'h2'
  return (
    <div className={styles['about']}>
      <Title>
        <Link to="/products/$productId" params={{ productId: id }}>
          {title || 'Untitled Product'}
        </Link>
      </Title>
      {!compact && (
        <>
          <p>{company || 'Unknown Company'}</p>
          <p>Brand: {brand || 'Unknown Brand'}</p>
        </>
      )}
      {change && <p className={styles['change']}>{changeNote(change)}</p>}
    </div>
  )
}

function changeNote(change: LineChange): string {
  return change.kind === 'withdrawn' ? 'No longer available' : `Now ${formatAmount(change.to)} each`
}
