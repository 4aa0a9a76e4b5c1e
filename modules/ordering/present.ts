import { rupees } from '#core/domain/money.ts'
import type { OrderLine, Shipping } from './domain/events.ts'
import type { Order as OrderState } from './domain/order.ts'
import type { OrderRow } from './read-model.ts'
import type { Order, OrderReceipt } from './schema.ts'

/** An order folded from its stream, as the API answers it. */
export function presentOrder(order: OrderState, revision: number): Order {
  return {
    orderId: order.orderId,
    items: presentLines(order.items),
    shipping: presentShipping(order.shipping),
    payment: { method: 'cod', status: order.paymentStatus },
    totalAmount: rupees(order.totalPaise),
    status: order.status,
    date: order.placedAt,
    loginUserName: order.buyer.loginUserName,
    revision,
  }
}

/** The same answer, from a row of the list. */
export function presentRow(row: OrderRow): Order {
  return {
    orderId: row.order_id,
    items: presentLines(row.items),
    shipping: presentShipping(row.shipping),
    payment: { method: 'cod', status: row.payment_status },
    totalAmount: rupees(row.total_paise),
    status: row.status,
    date: row.placed_at,
    loginUserName: row.login_user_name,
    revision: row.revision,
  }
}

export function presentReceipt(order: { orderId: string; totalPaise: number; placedAt: string }): OrderReceipt {
  return {
    orderId: order.orderId,
    status: 'received',
    totalAmount: rupees(order.totalPaise),
    date: order.placedAt,
  }
}

function presentLines(lines: readonly OrderLine[]): Order['items'] {
  return lines.map(({ productId, title, company, brand, quantity, pricePaise }) => ({
    id: productId,
    title,
    company,
    brand,
    quantity,
    price: rupees(pricePaise),
  }))
}

/** The specification's client keeps the mobile number in `email` (spec §3). */
function presentShipping(shipping: Shipping): Order['shipping'] {
  return { ...shipping, email: shipping.mobile }
}
