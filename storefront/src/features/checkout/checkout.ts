import { addressFields, emptyAddress, fieldFaults, type FormField } from '../../entities/address/address-form.ts'
import type { CartItem } from '../../entities/cart/cart.ts'

/** The empty checkout form (spec §3); it has no payment method, because cash on delivery is the only one. */
export const emptyForm = { ...emptyAddress }
export type CheckoutForm = typeof emptyForm

/** The fields of the form, in the order of display and of validation (spec §5). */
export const checkoutFields: readonly FormField<keyof CheckoutForm>[] = [...addressFields]

export type CheckoutFault = { field?: keyof CheckoutForm; message: string }

/** The first fault, in the order of spec §5, or `undefined`. */
export function checkoutFault(items: readonly CartItem[], form: CheckoutForm): CheckoutFault | undefined {
  if (items.length === 0) return { message: 'Your cart is empty' }
  return fieldFaults(checkoutFields, form)[0]
}
