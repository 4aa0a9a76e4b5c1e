import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import { Rejection } from '../../domain/errors.ts'
import type { Answer } from '../responses/answer.ts'
import { codingFor, type Coding } from '../responses/compression.ts'
import { routeHandler, type RouteKit } from './handle-route.ts'
import { HttpRefusal } from '../responses/problem-details.ts'
import type { Route } from './route.ts'
import { send, type HttpState } from '../server/send.ts'

/** A built-in page or file, such as the API description. */
export type PublicDocument = { path: string; answer: (coding: Coding | undefined) => Promise<Answer> }

/**
 * Builds the router. If two routes match, the one with literal segments wins, whatever their order in the list:
 * `/api/products/newest` is not a product.
 */
export function routerOf(
  routes: readonly Route[],
  documents: readonly PublicDocument[],
  kit: RouteKit,
): Router<HttpState> {
  const router = new Router<HttpState>({ sensitive: true })
  const calls = routes.flatMap((route) => [route.path, ...(route.also ?? [])].map((path) => ({ path, route })))
  requireDistinct(calls)
  for (const call of calls) requireSound(call)
  for (const { path, route } of calls.toSorted((a, b) => compareText(rank(a.path), rank(b.path)))) {
    const answer = routeHandler(route, kit)
    router.register(patternOf(path), [route.method], async (ctx) => {
      ctx.state.route = route.path
      const { requestId, traceId } = ctx.state
      const request = { message: ctx.req, params: ctx.params, requestId, traceId }
      await send(ctx, await answer(request), route.cachedBy !== undefined)
    })
  }
  for (const { path, answer } of documents) {
    router.get(path, async (ctx) => {
      ctx.state.route = path
      await send(ctx, await answer(codingFor(ctx.req.headers['accept-encoding'])), true)
    })
  }
  return router
}

/** Answers requests without a route: 405 with the allowed methods, or 404. */
export function withoutRoute(router: Router<HttpState>): Middleware<HttpState> {
  return (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0 && ctx.path !== '*') throw new Rejection('not-found', 'There is nothing at this address')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (ctx.method !== 'OPTIONS') {
      throw new HttpRefusal('method-not-allowed', `This address takes ${allow}`, { Allow: allow })
    }
    ctx.set('Allow', allow)
    ctx.body = null
    ctx.status = 204
  }
}

function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** A sort key that puts literal segments before parameters. */
function rank(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '\u{10ffff}')
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

type Call = { path: string; route: Route }

function requireDistinct(calls: readonly Call[]): void {
  const seen = new Set<string>()
  for (const { path, route } of calls) {
    const call = `${route.method} ${rank(path)}`
    if (seen.has(call)) throw new Error(`two routes answer ${route.method} ${path}`)
    seen.add(call)
  }
}

/** Checks what the type system cannot, so that a mistake fails at start-up and not at a request. */
function requireSound({ path, route }: Call): void {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()
  const described = Object.keys(route.params?.properties ?? {}).toSorted()
  if (named.join() !== described.join())
    throw new Error(`${route.method} ${path}: its params are not those of its path`)
  if (route.cachedBy !== undefined && route.access !== 'everyone') {
    throw new Error(`${route.method} ${path}: a cached route must be for everyone`)
  }
}
