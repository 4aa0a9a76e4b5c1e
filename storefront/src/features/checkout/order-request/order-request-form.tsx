import { useToast } from '../../../lib/atoms/toast-atoms.ts'
import { Button } from '../../../ui/button.tsx'
import { QuantityControl } from '../../../ui/forms/quantity-control.tsx'
import { OrderSummary } from '../order-summary.tsx'
import { ShippingForm } from '../shipping/shipping-form.tsx'
import type { useOrderRequest } from './use-order-request.ts'
import * as styles from '../checkout-screen.module.css'

type OrderRequestFormProps = { order: ReturnType<typeof useOrderRequest> }

/** The Order Request Form (spec §2); the state of the order is kept above the tab that shows this form. */
export function OrderRequestForm({ order: { items, quantity, setQuantity, checkout, leave } }: OrderRequestFormProps) {
  const toast = useToast()

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
