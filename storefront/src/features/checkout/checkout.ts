import type { OrderPayload } from '../../lib/api/orders.ts'
import { addressFields, emptyAddress, fieldFaults, type FormField } from '../../entities/address/address-form.ts'
import { cartTotal, type CartItem } from '../../entities/cart/cart.ts'
import { makeOrderId } from '../../entities/order/order-id.ts'

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

export type OrderDraft = { items: readonly CartItem[]; form: CheckoutForm; cartId: string | null }

/** The order payload of spec §3, whose `email` carries the mobile number. */
export function orderPayload({ items, form, cartId }: OrderDraft, now: number): OrderPayload {
  return {
    orderId: makeOrderId(now),
    items: items.map(({ id, title, quantity, price, company, brand }) => ({
      id,
      title,
      quantity,
      price,
      company,
      brand,
    })),
    shipping: shippingOf(form),
    payment: { method: 'cod', status: 'pending' },
    totalAmount: cartTotal(items),
    status: 'received',
    date: new Date(now).toISOString(),
    ...(cartId === null ? {} : { cartId }),
  }
}

function shippingOf(form: CheckoutForm): OrderPayload['shipping'] {
  const { name, shippingMobile: email, ...place } = form
  return trimmed({ name, email, ...place })
}

function trimmed<Texts extends Readonly<Record<string, string>>>(texts: Texts): { [Field in keyof Texts]: string }
function trimmed(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()]))
}
