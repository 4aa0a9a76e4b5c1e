import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { boundedCache } from './bounded-cache.ts'

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

const known = boundedCache<string, Coding | 'none'>(200)

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

function preferred(accepted: string): Coding | 'none' {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...settings] = part.toLowerCase().split(';')
      const weight = settings.map((setting) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(setting)?.[1]).find(Boolean)
      return [name.trim(), Number(weight ?? 1)]
    }),
  )
  const accepts = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'none'
}
