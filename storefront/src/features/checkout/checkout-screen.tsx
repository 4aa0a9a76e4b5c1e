import { ArrowLeft, ShoppingCart } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useCart } from '../../entities/cart/use-cart.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { lazyPart } from '../../ui/feedback/lazy-part.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { OrderSummary } from './order-summary.tsx'
import { ShippingForm } from './shipping/shipping-form.tsx'
import { useCartPurchase } from './use-cart-purchase.ts'
import { useCheckout } from './use-checkout.ts'
import * as styles from './checkout-screen.module.css'

// In the script that has placed the order, so it is there by then.
const OrderPlaced = lazyPart(() => import('./placing/order-placed.tsx').then((module) => module.OrderPlaced))

/** The checkout (spec §2, §4): shipping form, order summary, and the button that places the order. */
export function CheckoutScreen() {
  const items = useCart()
  const checkout = useCheckout(useCartPurchase())
  const findEarlierOrder = useEffectEvent(checkout.findEarlierOrder)
  useEffect(() => void findEarlierOrder(), [])
  if (checkout.state.status === 'success') {
    const { orderId, isEarlier } = checkout.state
    return <OrderPlaced orderId={orderId} isEarlier={isEarlier} hasMore={items.length > 0} />
  }
  if (items.length === 0) {
    return (
      <Page>
        <h1 className="visually-hidden">Checkout</h1>
        <EmptyState
          icon={ShoppingCart}
          title="Your cart is empty. Please add items to your cart before checking out."
          actions={<ButtonLink to="/collection">Explore Products</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page>
      <PageHead title="Checkout" />
      <div className={styles['body']}>
        <ShippingForm
          checkout={checkout}
          back={
            <ButtonLink to="/cart" look="quiet" large>
              <ArrowLeft aria-hidden /> Back to Cart
            </ButtonLink>
          }
        />
        <OrderSummary items={items} />
      </div>
    </Page>
  )
}
