import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type StreamLinkProps = {
  stream: string
  /** The whole text, where the link shows a shortened one. */
  label?: string
  children: ReactNode
}

/** A link to the page of a stream. */
export function StreamLink({ stream, label, children }: StreamLinkProps) {
  return (
    <Link {...placeOf(stream)} aria-label={label} title={label}>
      {children}
    </Link>
  )
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
