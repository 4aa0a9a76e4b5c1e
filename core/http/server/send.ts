import type { ParameterizedContext } from 'koa'
import { isKnownToClient, type Answer } from '../responses/answer.ts'
import { codingFor, compress, worthCompressing } from '../responses/compression.ts'

/** What the shop's own middleware knows about a request. */
export type HttpState = {
  requestId: string
  /** The trace that the request continues, if any. */
  traceId?: string | undefined
  /** The template of the path that matched. */
  route: string
}

export type HttpContext = ParameterizedContext<HttpState>

/**
 * Sends an answer: compressed where that is worth it; where its ETag stands for all of it (`isPublic`), 304 to whoever has
 * it already. Elsewhere an ETag is a revision for `If-Match`: a cart's prices change without an event of the cart.
 */
export async function send(ctx: HttpContext, answer: Answer, isPublic: boolean): Promise<void> {
  const { Vary: varies, ...headers } = answer.headers
  ctx.set(headers)
  if (varies !== undefined) ctx.vary(varies)
  if (isPublic && answer.status === 200 && isKnownToClient(ctx.req.headers['if-none-match'], answer.headers['ETag'])) {
    ctx.body = null
    ctx.status = 304
    return
  }
  const compressed = await compressedFor(ctx, answer)
  ctx.body = answer.stream ?? compressed ?? answer.body ?? null
  ctx.status = answer.status
}

/** Bytes with an ETag are left as they are: it names just them. */
async function compressedFor(ctx: HttpContext, { headers, body }: Answer): Promise<Buffer | undefined> {
  const isOpen = headers['ETag'] === undefined && headers['Content-Encoding'] === undefined
  if (body === undefined || body.length < worthCompressing || !isOpen) return undefined
  ctx.vary('Accept-Encoding')
  const coding = codingFor(ctx.get('Accept-Encoding') || undefined)
  if (coding === undefined) return undefined
  ctx.set('Content-Encoding', coding)
  return compress(coding, body)
}
