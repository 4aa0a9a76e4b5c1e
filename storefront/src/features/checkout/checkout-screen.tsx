import { useNavigate } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowLeft, ShoppingCart, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { cartAtom, cartIdAtom, finishCartAtom } from '../../lib/cart/cart-atoms.ts'
import { cartChangesAtom } from '../../lib/cart/cart-offers-atoms.ts'
import { useCartCheck } from '../../lib/cart/use-cart-check.ts'
import { useCart } from '../../lib/cart/use-cart.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { OrderSummary } from './order-summary.tsx'
import { ShippingForm } from './shipping-form.tsx'
import { useCheckout, type Purchase } from './use-checkout.ts'
import styles from './checkout-screen.module.css'

/** The checkout (spec §2, §4): where it goes, what it costs, and the order itself. */
export function CheckoutScreen() {
  const items = useCart()
  const checkout = useCheckout(useCartPurchase())
  if (checkout.state.status === 'success') return <Success orderId={checkout.state.orderId} />
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

/** The whole cart, which is emptied by the order. */
function useCartPurchase(): Purchase {
  const check = useCartCheck()
  return {
    items: useAtomValue(cartAtom),
    cartId: useAtomValue(cartIdAtom),
    hasChanged: useAtomValue(cartChangesAtom).length > 0,
    recheck: () => check().then((changes) => changes.length > 0),
    placed: useSetAtom(finishCartAtom),
  }
}

/** How long the success panel stands before home is shown. */
const successMs = 2500

function Success({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    window.scrollTo({ top: 0 })
    const timer = setTimeout(() => void navigate({ to: '/' }), successMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page>
      <div className={styles['success']}>
        <CircleCheck strokeWidth={1.25} aria-hidden />
        <h1>Order Placed Successfully!</h1>
        <p className={styles['orderId']}>{orderId}</p>
        <p className={styles['note']}>Redirecting to order confirmation...</p>
        <ButtonLink to="/my-orders/$orderId" params={{ orderId }} look="secondary">
          View your order
        </ButtonLink>
      </div>
    </Page>
  )
}
