import type { ParameterizedContext } from 'koa'
import { matchesIfNoneMatch, type HttpResponse } from '../responses/http-response.ts'
import { codingFor, compress, worthCompressing } from '../responses/compression.ts'

/** The state of a request that the shop's middleware shares. */
export type HttpState = {
  requestId: string
  /** The trace that the request continues, if any. */
  traceId?: string | undefined
  /** The template of the path that matched. */
  route: string
}

export type HttpContext = ParameterizedContext<HttpState>

/**
 * Sends a response, compressed if worthwhile. If its ETag covers the whole content (`isPublic`), a client that
 * already has it gets 304. Other ETags are revisions for `If-Match`: a cart's prices change without an event of the
 * cart.
 */
export async function send(ctx: HttpContext, response: HttpResponse, isPublic: boolean): Promise<void> {
  const { Vary: varies, ...headers } = response.headers
  ctx.set(headers)
  if (varies !== undefined) ctx.vary(varies)
  if (
    isPublic &&
    response.status === 200 &&
    matchesIfNoneMatch(ctx.req.headers['if-none-match'], response.headers['ETag'])
  ) {
    ctx.body = null
    ctx.status = 304
    return
  }
  const compressed = await compressedFor(ctx, response)
  ctx.body = response.stream ?? compressed ?? response.body ?? null
  ctx.status = response.status
}

/** A body with an ETag is not compressed, because a strong ETag identifies its exact bytes. */
async function compressedFor(ctx: HttpContext, { headers, body }: HttpResponse): Promise<Buffer | undefined> {
  const isOpen = headers['ETag'] === undefined && headers['Content-Encoding'] === undefined
  if (body === undefined || body.length < worthCompressing || !isOpen) return undefined
  ctx.vary('Accept-Encoding')
  const coding = codingFor(ctx.get('Accept-Encoding') || undefined)
  if (coding === undefined) return undefined
  ctx.set('Content-Encoding', coding)
  return compress(coding, body)
}
