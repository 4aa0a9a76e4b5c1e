import type { OrderPayload } from '../../lib/api/orders.ts'
import { cartTotal, type CartItem } from '../../lib/cart/cart.ts'
import { makeOrderId } from '../../lib/order-id.ts'

/** The checkout form (spec §3); cash on delivery is the only way to pay. */
export type CheckoutForm = {
  name: string
  shippingMobile: string
  address: string
  city: string
  state: string
  zipCode: string
}

export type CheckoutFault = { field?: keyof CheckoutForm; message: string }

const required: readonly { field: keyof CheckoutForm; message: string }[] = [
  { field: 'name', message: 'Name is required' },
  { field: 'shippingMobile', message: 'Mobile number is required' },
  { field: 'address', message: 'Address is required' },
  { field: 'city', message: 'City is required' },
  { field: 'state', message: 'State is required' },
  { field: 'zipCode', message: 'ZIP Code is required' },
]

/** The first thing that is wrong, in the order of spec §5; `undefined` when all is well. */
export function checkoutFault(items: readonly CartItem[], form: CheckoutForm): CheckoutFault | undefined {
  if (items.length === 0) return { message: 'Your cart is empty' }
  const missing = required.find(({ field }) => form[field].trim() === '')
  if (missing) return missing
  if (/^[0-9]{6}$/.test(form.zipCode)) return undefined
  return { field: 'zipCode', message: 'Please enter a valid 6-digit PIN code' }
}

export type OrderDraft = { items: readonly CartItem[]; form: CheckoutForm; cartId: string | null }

/** What is sent: the order payload of spec §3, its `email` carrying the mobile number. */
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
    shipping: {
      name: form.name.trim(),
      email: form.shippingMobile.trim(),
      address: form.address.trim(),
      city: form.city.trim(),
      state: form.state.trim(),
      zipCode: form.zipCode,
    },
    payment: { method: 'cod', status: 'pending' },
    totalAmount: cartTotal(items),
    status: 'received',
    date: new Date(now).toISOString(),
    ...(cartId === null ? {} : { cartId }),
  }
}
