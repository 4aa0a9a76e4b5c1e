import type { Order } from '#modules/ordering/schema.ts'
import type { CheckoutForm } from '../checkout.ts'

/** The fields that belong to the person or the order, and remain when another address is chosen. */
type Remaining = 'name' | 'shippingMobile'

/** The fields that belong to the place, and are cleared then. A field that is in neither list does not compile. */
export const noPlace: Omit<CheckoutForm, Remaining> = { address: '', city: '', state: '', zipCode: '' }

/** The place that an earlier order was sent to, without what belonged to that order alone. */
export function placeOf(shipping: Order['shipping']): Partial<CheckoutForm> {
  return Object.fromEntries(Object.entries(shipping).filter(([field]) => field in noPlace))
}

/** Whether a field of the place is filled in. */
export function hasPlace(form: CheckoutForm): boolean {
  return Object.entries(form).some(([field, text]) => field in noPlace && text !== '')
}
