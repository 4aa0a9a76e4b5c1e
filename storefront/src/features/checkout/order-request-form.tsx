import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#modules/catalogue/schema.ts'
import { useToast } from '../../lib/toast-atoms.ts'
import { Button } from '../../ui/button.tsx'
import { QuantityControl } from '../../ui/quantity-control.tsx'
import { OrderSummary } from './order-summary.tsx'
import { ShippingForm } from './shipping-form.tsx'
import { useCheckout } from './use-checkout.ts'
import styles from './checkout-screen.module.css'

/** The Order Request Form: orders one product by itself, without the cart; leads to /collection either way (spec §2). */
export function OrderRequestForm({ product }: { product: Product }) {
  const navigate = useNavigate()
  const router = useRouter()
  const toast = useToast()
  const [quantity, setQuantity] = useState(1)
  const { id, title, company, brand, price, logoUrl } = product
  const items = [{ id, title, company, brand, price, logoUrl, quantity }]
  const leave = () => void navigate({ to: '/collection' })
  const checkout = useCheckout({
    items,
    cartId: null,
    hasChanged: false,
    // The product comes in anew with the price of today; the shop's own words say what has changed.
    recheck: async () => {
      await router.invalidate()
      return false
    },
    placed: leave,
  })

  function cancel() {
    toast.info('Request has been Cancel!')
    leave()
  }
  return (
    <div className={styles['single']}>
      <div className={styles['quantity']}>
        <span aria-hidden>Quantity</span>
        <QuantityControl label="Quantity" value={quantity} onChange={setQuantity} />
      </div>
      <OrderSummary items={items} />
      <ShippingForm
        checkout={checkout}
        back={
          <Button look="quiet" large onClick={cancel}>
            Cancel
          </Button>
        }
      />
    </div>
  )
}
