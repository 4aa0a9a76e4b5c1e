import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import type { fetchOrders } from '../../../lib/api/orders.ts'
import type { fetchPeople } from '../../../lib/api/people.ts'
import type { fetchRequestBoard } from '../../../lib/api/service-requests.ts'
import { formatMoment, formatPrice } from '../../../lib/format/format.ts'
import type { Entry } from './entries.ts'

type Of<List extends (...parameters: never[]) => Promise<{ content: unknown[] }>> = Awaited<
  ReturnType<List>
>['content'][number]

/** An entry for a row of a list. */
export function orderHit({ orderId, shipping, totalAmount, status }: Of<typeof fetchOrders>): Entry {
  return {
    id: `order-${orderId}`,
    label: orderId,
    detail: [shipping.name, formatPrice(totalAmount), status].join(' · '),
    does: { to: '/admin/orders/$orderId', params: { orderId } },
  }
}

export function productHit({ id, title, brand, price }: ManagedProduct): Entry {
  return {
    id: `product-${id}`,
    label: title,
    detail: [brand, formatPrice(price)].join(' · '),
    does: { to: '/admin/products/$productId', params: { productId: id } },
  }
}

export function personHit({ id, name, username }: Of<typeof fetchPeople>): Entry {
  return {
    id: `person-${id}`,
    label: name,
    detail: username,
    does: { to: '/admin/users/$userId', params: { userId: id } },
  }
}

export function requestHit({ id, title, loginUserName, createDate }: Of<typeof fetchRequestBoard>): Entry {
  return {
    id: `request-${id}`,
    label: title,
    detail: [loginUserName, formatMoment(createDate)].join(' · '),
    does: { to: '/admin/service-requests/$requestId', params: { requestId: id } },
  }
}
