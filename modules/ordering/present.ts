import type { DeliveryTimes } from '#core/config/delivery-times.ts'
import { rupees } from '#core/domain/money.ts'
import type { OrderLine, Shipping } from './domain/events.ts'
import { expectedDays, type ExpectedDays } from './domain/expected-days.ts'
import { returnableUntil, type Order as OrderState } from './domain/order.ts'
import type { OrderRow } from './read-model.ts'
import type { Order, OrderReceipt, TrackedOrder } from './schema.ts'

/** The fields of an order in an answer, whether folded from its stream or read from the list. */
type ShownOrder = Pick<
  OrderState,
  'orderId' | 'items' | 'shipping' | 'paymentStatus' | 'totalPaise' | 'status' | 'placedAt'
> & { buyer: Pick<OrderState['buyer'], 'loginUserName'> }

/** An order as the API returns it. */
export function presentOrder(order: ShownOrder, revision: number): Order {
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

type Tracking = { revision: number; expected: ExpectedDays | undefined }

/** The same representation, with the days on which the order is expected, and until when it can be returned. */
export function presentTracked(
  order: ShownOrder & { deliveredAt?: string | undefined },
  { revision, expected }: Tracking,
): TrackedOrder {
  const { status, deliveredAt } = order
  return {
    ...presentOrder(order, revision),
    ...(expected && { expected }),
    ...(status === 'delivered' && deliveredAt !== undefined && { returnableUntil: returnableUntil(deliveredAt) }),
  }
}

/** The same again, built from a row of the list. */
export function presentRow(row: OrderRow, times: DeliveryTimes): TrackedOrder {
  const { items, shipping, status, revision, placed_at: placedAt } = row
  const order = {
    orderId: row.order_id,
    items,
    shipping,
    paymentStatus: row.payment_status,
    totalPaise: row.total_paise,
    status,
    placedAt,
    buyer: { loginUserName: row.login_user_name },
    deliveredAt: row.delivered_at ?? undefined,
  }
  const expected = expectedDays({ status, placedAt, dispatchedAt: row.dispatched_at ?? undefined }, times)
  return presentTracked(order, { revision, expected })
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

/** The specification's client reads the mobile number from `email` (spec §3). */
function presentShipping(shipping: Shipping): Order['shipping'] {
  return { ...shipping, email: shipping.mobile }
}
