import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { HttpRefusal } from '../responses/problem-details.ts'

/** The longest accepted URL, including its query. */
const longestUrl = 8_192

const host = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d.])?|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i
const known = new LRUCache<string, boolean>({ max: 200 })

/** Whether a `Host` header is a name or an address with an optional port. */
function isSaneHost(text: string | undefined): boolean {
  if (text === undefined || text.length > 260) return false
  let isSane = known.get(text)
  if (isSane === undefined) {
    const found = host.exec(text)
    isSane = found !== null && Number(found[1] ?? 0) <= 65_535
    known.set(text, isSane)
  }
  return isSane
}

/** @throws HttpRefusal if the request's target or its `Host` is malformed */
export function checkTarget(request: IncomingMessage): void {
  const { url = '' } = request
  if (!hasGoodHost(request)) throw new HttpRefusal('malformed', 'The Host header is malformed')
  if (url.length > longestUrl)
    throw new HttpRefusal('address-too-long', `An address has at most ${longestUrl} characters`)
  const [path = ''] = url.split('?', 1)
  if (isDecodable(path) && path.startsWith('/')) return
  throw new HttpRefusal('malformed', 'The path must begin with a slash and be percent-encoded UTF-8')
}

/** HTTP/1.0, which some load balancers use for health checks, has no `Host`. */
function hasGoodHost(request: IncomingMessage): boolean {
  const isOldStyle = request.httpVersion === '1.0' && request.headers.host === undefined
  return isOldStyle || hasOneSaneHost(request)
}

/** Node uses the first of several `Host` headers, but a proxy may have used another one (RFC 9112 §3.2). */
export function hasOneSaneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  return isSaneHost(headers.host) && countOfHosts(rawHeaders) === 1
}

function countOfHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
