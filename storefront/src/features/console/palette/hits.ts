import type { NavigateOptions } from '@tanstack/react-router'
import type { ManagedProduct } from '#modules/catalogue/schema.ts'
import type { fetchOrders } from '../../../lib/api/orders.ts'
import type { fetchPeople } from '../../../lib/api/people.ts'
import type { fetchRequestBoard } from '../../../lib/api/service-requests.ts'
import { formatDateTime, formatPrice } from '../../../lib/format/format.ts'
import type { Entry } from './entries.ts'

/** An entry for a row of a list, and the filter of the events about it, or by this person. */
export type Hit = Entry & { events: { stream: string } | { by: string } }

type Of<List extends (...parameters: never[]) => Promise<{ content: unknown[] }>> = Awaited<
  ReturnType<List>
>['content'][number]

export function orderHit({ orderId, shipping, totalAmount, status }: Of<typeof fetchOrders>): Hit {
  const stream = `order-${orderId}`
  return {
    id: stream,
    label: orderId,
    detail: [shipping.name, formatPrice(totalAmount), status].join(' · '),
    does: { to: '/admin/orders/$orderId', params: { orderId } },
    events: { stream },
  }
}

export function productHit({ id, title, brand, price }: ManagedProduct): Hit {
  const stream = `product-${id}`
  return {
    id: stream,
    label: title,
    detail: [brand, formatPrice(price)].join(' · '),
    does: { to: '/admin/products/$productId', params: { productId: id } },
    events: { stream },
  }
}

export function deletedProductHit(product: ManagedProduct): Hit {
  const hit = productHit(product)
  return { ...hit, detail: `Deleted · ${hit.detail}` }
}

export function personHit({ id, name, username }: Of<typeof fetchPeople>): Hit {
  return {
    id: `person-${id}`,
    label: name,
    detail: username,
    does: { to: '/admin/users/$userId', params: { userId: id } },
    events: { by: id },
  }
}

export function requestHit({ id, title, loginUserName, createDate }: Of<typeof fetchRequestBoard>): Hit {
  return {
    id: `request-${id}`,
    label: title,
    detail: [loginUserName, formatDateTime(createDate)].join(' · '),
    does: { to: '/admin/service-requests/$requestId', params: { requestId: id } },
    events: { stream: `serviceRequest-${id}` },
  }
}

/** The way to the events about a hit, or by it if it is a person. */
export function eventsEntry({ id, label, events }: Hit): Entry {
  const does: NavigateOptions = { to: '/admin/events', search: events }
  return { id: `events-about-${id}`, label: `Events ${'by' in events ? 'by' : 'about'} ${label}`, does }
}
