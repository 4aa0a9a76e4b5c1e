import { codedEtag, etagOf, type Answer } from './answer.ts'
import { compress, worthCompressing, type Coding } from './compression.ts'

/** An answer in one coding, with its headers as a flat list too, which Node writes fastest. */
export type Variant = Answer & { readonly flatHeaders: readonly string[]; readonly etag: string }

/** An answer that is sent many times, in whatever coding is asked for. */
export type Variants = {
  readonly plain: Variant
  /** Whether it is worth compressing; its codings are made when they are first asked for. */
  readonly isCompressible: boolean
  readonly codings: Map<Coding, Variant>
}

/** Everybody may keep it, but must ask whether it is still good. */
const cacheControl = 'public, no-cache'

/** Makes a public answer of one that is the same for everyone. */
export function variantsOf(answer: Answer): Variants {
  const body = answer.body ?? Buffer.alloc(0)
  // An answer whose ETag is a revision is sent as it is: compressed bytes would need another ETag (RFC 9110 §8.8.3).
  const isCompressible = answer.headers['ETag'] === undefined && body.length >= worthCompressing
  const etag = answer.headers['ETag'] ?? etagOf(body)
  const vary = isCompressible && { Vary: 'Accept-Encoding' }
  const headers = { ...answer.headers, 'Cache-Control': cacheControl, ...vary }
  return { plain: variant({ ...answer, headers }, etag, body), isCompressible, codings: new Map() }
}

/** The answer in a coding that the client accepts. */
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

function variant(answer: Answer, etag: string, body: Buffer): Variant {
  const headers = { ...answer.headers, ETag: etag, 'Content-Length': String(body.length) }
  return { status: answer.status, headers, flatHeaders: Object.entries(headers).flat(), etag, body }
}
