import { Link } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowLeft, ShoppingCart, Trash2 } from 'lucide-react'
import { useAnnouncement } from '../../lib/announcement-atoms.ts'
import { cartTotalAtom, clearCartAtom, removeFromCartAtom, setCartQuantityAtom } from '../../lib/cart/cart-atoms.ts'
import { cartCount, lineTotal, maxLineQuantity, parseQuantity, type CartItem } from '../../lib/cart/cart.ts'
import { useCart } from '../../lib/cart/use-cart.ts'
import { countOf, formatAmount } from '../../lib/format.ts'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { QuantityControl } from '../../ui/quantity-control.tsx'
import styles from './cart-screen.module.css'

/** The cart (spec §2): lines, quantities, total, and the way to the checkout. */
export function CartScreen() {
  const items = useCart()
  useAnnouncement(countOf(cartCount(items), 'item'))
  if (items.length === 0) {
    return (
      <Page>
        <h1 className="visually-hidden">Cart</h1>
        <EmptyState
          icon={ShoppingCart}
          title="Your cart is empty."
          actions={<ButtonLink to="/collection">Explore Products</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead title="Cart" lead={countOf(cartCount(items), 'item')} />
      <div className={styles['body']}>
        <div>
          <ul className={styles['lines']}>
            {items.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
          <Tools />
        </div>
        <Summary />
      </div>
    </Page>
  )
}

function Line({ item }: { item: CartItem }) {
  const setQuantity = useSetAtom(setCartQuantityAtom)
  const remove = useSetAtom(removeFromCartAtom)
  const { id, title, company, brand, logoUrl, quantity } = item
  return (
    <li className={styles['line']}>
      <div className={styles['picture']}>
        <ProductImage src={logoUrl} alt="" width={112} height={112} />
      </div>
      <div className={styles['about']}>
        <h2>
          <Link to="/products/$productId" params={{ productId: id }}>
            {title || 'Untitled Product'}
          </Link>
        </h2>
        <p>{company || 'Unknown Company'}</p>
        <p>Brand: {brand || 'Unknown Brand'}</p>
      </div>
      <IconButton label={`Remove ${title}`} danger className={styles['remove']} onClick={() => remove(id)}>
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

function Tools() {
  const clear = useSetAtom(clearCartAtom)
  return (
    <div className={styles['tools']}>
      <ButtonLink to="/collection/products" look="quiet">
        <ArrowLeft aria-hidden /> Continue Shopping
      </ButtonLink>
      <Button look="quiet" onClick={() => clear()}>
        Clear Cart
      </Button>
    </div>
  )
}

function Summary() {
  const total = useAtomValue(cartTotalAtom)
  return (
    <section className={styles['summary']} aria-label="Summary">
      <p className={styles['row']}>
        <span>Payment</span>
        <span>Cash on delivery</span>
      </p>
      <p className={`${styles['row']} ${styles['total']}`}>
        Total <strong>{formatAmount(total)}</strong>
      </p>
      <ButtonLink to="/checkout" large wide>
        Proceed to Checkout
      </ButtonLink>
      <p className={styles['note']}>
        Prices are exclusive of GST. Free shipping anywhere in India for the first order.
      </p>
    </section>
  )
}
