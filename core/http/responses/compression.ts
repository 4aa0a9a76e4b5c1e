import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Coding = 'br' | 'gzip'

/** A smaller body fits into one packet anyway. */
export const worthCompressing = 1_400

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Trades some compression for speed, because a client waits for it. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return gzipAsync(bytes, { level: 5 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliAsync(bytes, { params })
}

const known = new LRUCache<string, Coding | 'none'>({ max: 200 })

/** The content coding to use for an `Accept-Encoding` header; `undefined` for none. */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined || accepted.length > 500) return undefined
  let coding = known.get(accepted)
  if (coding === undefined) {
    coding = preferred(accepted)
    known.set(accepted, coding)
  }
  return coding === 'none' ? undefined : coding
}

/** The accepted coding that compresses best, whatever the client's own order. */
function preferred(accepted: string): Coding | 'none' {
  const codings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip'])
  if (codings.includes('br')) return 'br'
  return codings.includes('gzip') ? 'gzip' : 'none'
}
