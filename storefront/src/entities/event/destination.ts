import type { Found } from '#modules/audit/schema.ts'
import type { streamFilters } from '../../lib/manifests.gen.ts'

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
      return accountId.test(id) ? personPage(id) : ({ to: '/admin/events', search: { by: id } } as const)
  }
}

/** The form of an account's id; the shop itself, guests and operators have ids of other forms. */
export const accountId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const personPage = (userId: string) => ({ to: '/admin/users/$userId', params: { userId } }) as const
const orderPage = (orderId: string) => ({ to: '/admin/orders/$orderId', params: { orderId } }) as const
const streamPage = (stream: string) => ({ to: '/admin/streams/$stream', params: { stream } }) as const

// A missing category does not compile.
const pages = {
  account: personPage,
  audit: undefined,
  cart: (cartId: string) => ({ to: '/admin/carts/$cartId', params: { cartId } }) as const,
  ops: undefined,
  order: orderPage,
  orderNotes: orderPage,
  personalKey: undefined,
  product: (productId: string) => ({ to: '/admin/products/$productId/history', params: { productId } }) as const,
  searchSynonyms: undefined,
  serviceRequest: (requestId: string) => ({ to: '/admin/service-requests/$requestId', params: { requestId } }) as const,
  shop: undefined,
} satisfies Record<(typeof streamFilters)[number]['category'], unknown>

/** The page of a stream: that of its category, or the general one. */
export function placeOf(stream: string) {
  const dash = stream.indexOf('-')
  const category = stream.slice(0, Math.max(dash, 0))
  const page = isKnown(category) ? pages[category] : undefined
  return page?.(stream.slice(dash + 1)) ?? streamPage(stream)
}

function isKnown(category: string): category is keyof typeof pages {
  return Object.hasOwn(pages, category)
}
