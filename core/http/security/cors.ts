import type { Middleware } from 'koa'
import type { HttpState } from '../server/send.ts'

const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Min-Position, X-Request-Id'
const exposedHeaders = 'ETag, Retry-After, X-Event-Position, X-Request-Id'

/**
 * Lets pages of exactly these origins call the API, never `*`. Without origins it does nothing.
 */
export function cors(origins: readonly string[]): Middleware<HttpState> {
  return async (ctx, next) => {
    if (origins.length === 0) return next()
    const origin = ctx.get('Origin')
    if (!origins.includes(origin)) return next()
    ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders })
    const method = ctx.get('Access-Control-Request-Method')
    if (ctx.method !== 'OPTIONS' || method === '') return next()
    ctx.set({
      'Access-Control-Allow-Methods': 'GET, HEAD, PUT, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': '600',
    })
    ctx.state.route = 'preflight'
    ctx.body = null
    ctx.status = 204
  }
}
