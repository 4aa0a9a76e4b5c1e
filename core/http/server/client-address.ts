import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'

/** The parts of a request that reveal its origin. */
export type AddressedRequest = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * The client address of a request, for throttling: the peer's address or, behind `trustedProxies` proxies, the address
 * that the outermost of them recorded. Anything else in `X-Forwarded-For` is ignored, since the client can forge it. An
 * IPv6 address is reduced to its /64 network, all of which one customer may use.
 */
export function clientAddressOf(request: AddressedRequest, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return network(peer)
  const noted = request.headers['x-forwarded-for']
  const hops = (Array.isArray(noted) ? noted.join(',') : (noted ?? '')).split(',').map((hop) => hop.trim())
  return network(hops.at(-trustedProxies) || peer)
}

function network(address: string): string {
  if (!address.includes(':')) return address.slice(0, 64)
  const mapped = address.replace(/^::ffff:/i, '')
  if (!isIPv6(mapped)) return mapped.slice(0, 64)
  const [head = '', tail] = mapped.split('::')
  const missing = tail === undefined ? 0 : 8 - count(head) - count(tail)
  const groups = [
    ...head.split(':').filter(Boolean),
    ...Array.from({ length: missing }, () => '0'),
    ...(tail ?? '').split(':'),
  ]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function count(groups: string): number {
  return groups === '' ? 0 : groups.split(':').length
}
