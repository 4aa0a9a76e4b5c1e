import type { OrderPayload } from '../../lib/api/orders.ts'
import { cartTotal, type CartItem } from '../../entities/cart/cart.ts'
import { makeOrderId } from '../../entities/order/order-id.ts'

/** The empty checkout form (spec §3); it has no payment method, because cash on delivery is the only one. */
export const emptyForm = { name: '', shippingMobile: '', address: '', city: '', state: '', zipCode: '' }
export type CheckoutForm = typeof emptyForm

type CheckoutField = {
  name: keyof CheckoutForm
  label: string
  hint?: string
  /** The message if the field is empty; omitted for an optional field. */
  missing?: string
  autoComplete: string
  type?: 'tel'
  inputMode?: 'numeric'
  maxLength?: number
  /** For a multi-line field. */
  rows?: number
}

/** The fields of the form, in the order of display and of validation (spec §5). */
export const checkoutFields: readonly CheckoutField[] = [
  { name: 'name', label: 'Full name', missing: 'Name is required', autoComplete: 'shipping name' },
  {
    name: 'shippingMobile',
    label: 'Mobile number',
    missing: 'Mobile number is required',
    autoComplete: 'shipping tel',
    type: 'tel',
  },
  {
    name: 'address',
    label: 'Address',
    missing: 'Address is required',
    autoComplete: 'shipping street-address',
    rows: 3,
  },
  { name: 'city', label: 'City', missing: 'City is required', autoComplete: 'shipping address-level2' },
  { name: 'state', label: 'State', missing: 'State is required', autoComplete: 'shipping address-level1' },
  {
    name: 'zipCode',
    label: 'ZIP Code',
    hint: '6-digit PIN code',
    missing: 'ZIP Code is required',
    autoComplete: 'shipping postal-code',
    inputMode: 'numeric',
  },
]

export type CheckoutFault = { field?: keyof CheckoutForm; message: string }

/** The first fault, in the order of spec §5, or `undefined`. */
export function checkoutFault(items: readonly CartItem[], form: CheckoutForm): CheckoutFault | undefined {
  if (items.length === 0) return { message: 'Your cart is empty' }
  for (const { name, missing } of checkoutFields) {
    if (missing !== undefined && form[name].trim() === '') return { field: name, message: missing }
  }
  if (/^[0-9]{6}$/.test(form.zipCode)) return undefined
  return { field: 'zipCode', message: 'Please enter a valid 6-digit PIN code' }
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
