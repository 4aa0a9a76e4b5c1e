import { useAtomValue } from 'jotai'
import { ArrowLeft, ClipboardList, ShoppingCart } from 'lucide-react'
import { useAnnouncement } from '../../lib/atoms/announcement-atoms.ts'
import { cartTotalAtom } from '../../entities/cart/cart-atoms.ts'
import { cartCount, type CartItem } from '../../entities/cart/cart.ts'
import { useCartCheck } from '../../entities/cart/use-cart-check.ts'
import { useCart } from '../../entities/cart/use-cart.ts'
import { countOf, formatAmount } from '../../lib/format/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CartChanges, FormerTotal } from '../../entities/cart/cart-changes-panel.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FocusRecovery } from '../../ui/focus-recovery.tsx'
import { OfflineMessage } from '../../entities/cart/offline-message.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { CartLine } from '../../entities/cart/line/cart-line.tsx'
import { useRemoval } from '../../entities/cart/removal/use-removal.ts'
import * as styles from './cart-screen.module.css'

/** The cart (spec §2): lines, quantities, total, and a link to the checkout. */
export function CartScreen() {
  const items = useCart()
  useCartCheck()
  useAnnouncement(countOf(cartCount(items), 'item'))
  return (
    <Page>
      <FocusRecovery>{items.length === 0 ? <EmptyCart /> : <FilledCart items={items} />}</FocusRecovery>
    </Page>
  )
}

function EmptyCart() {
  return (
    <>
      <h1 className="visually-hidden">Cart</h1>
      <EmptyState
        icon={ShoppingCart}
        title="Your cart is empty."
        actions={
          <>
            <ButtonLink to="/collection">Explore Products</ButtonLink>
            <ButtonLink to="/quick-order" look="secondary">
              Paste a list of codes
            </ButtonLink>
          </>
        }
      />
    </>
  )
}

function FilledCart({ items }: { items: CartItem[] }) {
  const { remove } = useRemoval()
  return (
    <>
      <PageHead title="Cart" lead={countOf(cartCount(items), 'item')} />
      <div className={styles['notices']}>
        <OfflineMessage />
        <output>
          <CartChanges />
        </output>
      </div>
      <div className={styles['body']}>
        <div>
          <ul className={styles['lines']}>
            {items.map((item) => (
              <CartLine key={item.id} item={item} onRemove={() => remove(item)} />
            ))}
          </ul>
          <Tools />
        </div>
        <Summary />
      </div>
    </>
  )
}

function Tools() {
  const { clear } = useRemoval()
  return (
    <div className={styles['tools']}>
      <ButtonLink to="/collection/products" look="quiet">
        <ArrowLeft aria-hidden /> Continue Shopping
      </ButtonLink>
      <ButtonLink to="/quick-order" look="quiet">
        <ClipboardList aria-hidden /> Paste a list of codes
      </ButtonLink>
      <Button look="quiet" onClick={clear}>
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
      <FormerTotal className={styles['note']} />
      <ButtonLink to="/checkout" large wide>
        Proceed to Checkout
      </ButtonLink>
      <p className={styles['note']}>
        Prices are exclusive of GST. Free shipping anywhere in India for the first order.
      </p>
    </section>
  )
}
