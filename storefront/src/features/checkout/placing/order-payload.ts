import { cartTotal, type CartItem } from '../../../entities/cart/cart.ts'
import { makeOrderId } from '../../../entities/order/order-id.ts'
import type { OrderPayload } from '../../../lib/api/orders.ts'
import type { CheckoutForm } from '../checkout.ts'

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
