import type { Middleware } from 'koa'
import type { ResourceRouters } from '../routing/resource-routers.ts'
import { contentSecurityPolicy } from '../security/security-headers.ts'
import type { HttpState } from './send.ts'

/**
 * Passes every request that is not a call of the API to `page`. HTML always has a content security policy: the strict
 * one, unless the page has set its own.
 */
export function htmlPages(page: Middleware, routers: ResourceRouters): Middleware<HttpState> {
  const policy = contentSecurityPolicy()
  return async (ctx, next) => {
    if (ctx.path.startsWith('/api/') || routers.matching(ctx.path).length > 0) return next()
    ctx.state.route = 'page'
    await page(ctx, next)
    if (ctx.headerSent || !ctx.response.is('html') || ctx.res.hasHeader('Content-Security-Policy')) return
    ctx.set('Content-Security-Policy', policy)
  }
}
