import { codedEtag, etagOf, type HttpResponse } from './http-response.ts'
import { compress, worthCompressing, type Coding } from './compression.ts'

/** A response in one coding. It also has its headers as a flat list, which Node writes fastest. */
export type Variant = HttpResponse & { readonly flatHeaders: readonly string[]; readonly etag: string }

/** A response that is sent many times, in any coding. */
export type Variants = {
  readonly plain: Variant
  /** Whether it is worth compressing; each coding is computed when it is first requested. */
  readonly isCompressible: boolean
  readonly codings: Map<Coding, Variant>
}

/** Any cache may store it, but must revalidate it before each use. */
const cacheControl = 'public, no-cache'

/** Turns a response that is the same for all clients into a publicly cacheable one. */
export function variantsOf(response: HttpResponse): Variants {
  const body = response.body ?? Buffer.alloc(0)
  // A response whose ETag is a revision is not compressed, because that would need another ETag (RFC 9110 §8.8.3).
  const isCompressible = response.headers['ETag'] === undefined && body.length >= worthCompressing
  const etag = response.headers['ETag'] ?? etagOf(body)
  const vary = isCompressible && { Vary: 'Accept-Encoding' }
  const headers = { ...response.headers, 'Cache-Control': cacheControl, ...vary }
  return { plain: variant({ ...response, headers }, etag, body), isCompressible, codings: new Map() }
}

/** The response in the given coding, or uncompressed. */
export async function variantIn(variants: Variants, coding: Coding | undefined): Promise<Variant> {
  const { plain, isCompressible, codings } = variants
  if (coding === undefined || !isCompressible) return plain
  const known = codings.get(coding)
  if (known !== undefined) return known
  const body = await compress(coding, plain.body ?? Buffer.alloc(0))
  const headers = { ...plain.headers, 'Content-Encoding': coding }
  const made = variant({ ...plain, headers }, codedEtag(plain.etag, coding), body)
  codings.set(coding, made)
  return made
}

function variant(response: HttpResponse, etag: string, body: Buffer): Variant {
  const headers = { ...response.headers, ETag: etag, 'Content-Length': String(body.length) }
  return { status: response.status, headers, flatHeaders: Object.entries(headers).flat(), etag, body }
}
