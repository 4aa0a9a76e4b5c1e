import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Coding = 'br' | 'gzip'

/** Less fits one packet anyhow. */
export const worthCompressing = 1_400

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Compresses well and fast enough to be done while somebody waits. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return gzipAsync(bytes, { level: 5 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliAsync(bytes, { params })
}

const known = new LRUCache<string, Coding | 'none'>({ max: 200 })

/** The coding to answer in, by the `Accept-Encoding` header; `undefined` for the bytes as they are. */
export function codingFor(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined || accepted.length > 500) return undefined
  let coding = known.get(accepted)
  if (coding === undefined) {
    coding = preferred(accepted)
    known.set(accepted, coding)
  }
  return coding === 'none' ? undefined : coding
}

/** The smallest answer that is accepted, whatever the client likes best. */
function preferred(accepted: string): Coding | 'none' {
  const codings = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip'])
  if (codings.includes('br')) return 'br'
  return codings.includes('gzip') ? 'gzip' : 'none'
}
