import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'

/** What of a request tells where it comes from. */
export type AddressedRequest = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

/**
 * Where a request comes from, for throttling: the peer's address, or, behind `trustedProxies` proxies of our own, the one
 * that the outermost of them noted. What a client itself writes into `X-Forwarded-For` never counts. Of an IPv6 address
 * the network is taken: one customer has all of it.
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
