import type { Found } from '#modules/audit/schema.ts'

/** The page about what an id refers to. */
export function destinationOf({ kind, id }: Found) {
  switch (kind) {
    case 'event':
      return { to: '/admin/events/$eventId', params: { eventId: id } } as const
    case 'stream':
      return placeOf(id)
    case 'request':
      return { to: '/admin/events', search: { correlationId: id } } as const
    case 'person':
      return { to: '/admin/events', search: { by: id } } as const
  }
}

/** The page of a stream; each category has its own. */
export function placeOf(stream: string) {
  const dash = stream.indexOf('-')
  const id = stream.slice(dash + 1)
  switch (stream.slice(0, Math.max(dash, 0))) {
    case 'order':
    case 'orderNotes':
      return { to: '/admin/orders/$orderId', params: { orderId: id } } as const
    case 'product':
      return { to: '/admin/products/$productId/history', params: { productId: id } } as const
    case 'serviceRequest':
      return { to: '/admin/service-requests/$requestId', params: { requestId: id } } as const
    case 'cart':
      return { to: '/admin/carts/$cartId', params: { cartId: id } } as const
    default:
      return { to: '/admin/streams/$stream', params: { stream } } as const
  }
}
