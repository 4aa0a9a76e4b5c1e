import type { Context, Middleware } from 'koa'
import { Rejection } from '../../domain/errors.ts'
import type { HttpResponse } from '../responses/http-response.ts'
import { codingFor, type Coding } from '../responses/compression.ts'
import { routeHandler, type RouteKit } from './handle-route.ts'
import { HttpRefusal } from '../responses/problem-details.ts'
import { ResourceRouters } from './resource-routers.ts'
import type { Route } from './route.ts'
import { send, type HttpState } from '../server/send.ts'

/** A built-in page or file, such as the API description. */
export type PublicDocument = { path: string; respond: (coding: Coding | undefined) => Promise<HttpResponse> }

/**
 * Builds the routers. If two paths match, the one with literal segments wins, whatever their order in the list and the
 * methods that they take: `/api/products/newest` is not a product.
 */
export function routersOf(
  routes: readonly Route[],
  documents: readonly PublicDocument[],
  kit: RouteKit,
): ResourceRouters {
  const routers = new ResourceRouters()
  const calls = routes.flatMap(callsOf)
  requireDistinct(calls)
  for (const call of calls) requireSound(call)
  for (const { path, route, fixed } of calls.toSorted((a, b) => compareText(rank(a.path), rank(b.path)))) {
    const handle = routeHandler(route, kit)
    const others = literalPathsWithout(route.method, path, calls)
    routers.of(path).register(patternOf(path), [route.method], async (ctx) => {
      if (others.has(ctx.path)) throw notAllowed(methodsAt(routers, ctx))
      ctx.state.route = route.path
      const { requestId, traceId } = ctx.state
      const request = { message: ctx.req, params: fixed ?? ctx.params, requestId, traceId }
      const found = await handle(request)
      await send(ctx, found, route.cachedBy !== undefined || isPublic(found))
    })
  }
  for (const { path, respond } of documents) {
    routers.of(path).get(path, async (ctx) => {
      ctx.state.route = path
      await send(ctx, await respond(codingFor(ctx.req.headers['accept-encoding'])), true)
    })
  }
  return routers
}

/** Answers requests without a route: 405 with the allowed methods, or 404. */
export function withoutRoute(routers: ResourceRouters): Middleware<HttpState> {
  return (ctx) => {
    const methods = methodsAt(routers, ctx)
    if (methods.size === 0 && ctx.path !== '*') throw new Rejection('not-found', 'No call has this path')
    if (ctx.method !== 'OPTIONS') throw notAllowed(methods)
    ctx.set('Allow', allowOf(methods))
    ctx.body = null
    ctx.status = 204
  }
}

/** The methods of the most literal path that matches. */
function methodsAt(routers: ResourceRouters, { path }: Pick<Context, 'path'>): Set<string> {
  const layers = routers.matching(path)
  return new Set(layers.filter((layer) => layer.path === layers[0]?.path).flatMap((layer) => layer.methods))
}

function notAllowed(methods: ReadonlySet<string>): HttpRefusal {
  const allow = allowOf(methods)
  return new HttpRefusal('method-not-allowed', `Allowed methods: ${allow}`, { Allow: allow })
}

function allowOf(methods: ReadonlySet<string>): string {
  return [...methods, 'OPTIONS'].join(', ')
}

/** The paths without parameters that this path matches, but that do not take this method. */
function literalPathsWithout(method: string, path: string, calls: readonly Call[]): ReadonlySet<string> {
  if (!path.includes('{')) return new Set()
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const literal = calls.filter((call) => !call.path.includes('{') && pattern.test(call.path))
  const taking = new Set(literal.filter(({ route }) => route.method === method).map((call) => call.path))
  return new Set(literal.map((call) => call.path).filter((at) => !taking.has(at)))
}

function patternOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** A sort key that puts literal segments before parameters. */
function rank(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '\u{10ffff}')
}

/** Whether any cache may store the response: its ETag is then a hash of its content. */
function isPublic({ headers }: HttpResponse): boolean {
  return headers['Cache-Control']?.startsWith('public') === true
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** `fixed`: the values of the parameters at a path without any. */
type Call = { path: string; route: Route; fixed?: Readonly<Record<string, string>> }

function callsOf(route: Route): Call[] {
  const { path, also = [], fixedPaths = [] } = route
  return [
    ...[path, ...also].map((one) => ({ path: one, route })),
    ...fixedPaths.map((one) => ({ path: one, route, fixed: fixedParams(path, one) })),
  ]
}

function fixedParams(path: string, fixedPath: string): Readonly<Record<string, string>> {
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const { groups } = new RegExp(`^${pattern}$`).exec(fixedPath) ?? {}
  if (groups === undefined) throw new Error(`${fixedPath} is not a case of ${path}`)
  return { ...groups }
}

function requireDistinct(calls: readonly Call[]): void {
  const seen = new Set<string>()
  for (const { path, route } of calls) {
    const call = `${route.method} ${rank(path)}`
    if (seen.has(call)) throw new Error(`two routes answer ${route.method} ${path}`)
    seen.add(call)
  }
}

/** Checks what the type system cannot, so that a mistake fails at start-up and not at a request. */
function requireSound({ path, route, fixed }: Call): void {
  const named = [...(fixed === undefined ? path : route.path).matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .toSorted()
  const described = Object.keys(route.params?.properties ?? {}).toSorted()
  if (named.join() !== described.join())
    throw new Error(`${route.method} ${path}: its params are not those of its path`)
  if (route.cachedBy !== undefined && route.access !== 'everyone') {
    throw new Error(`${route.method} ${path}: a cached route must be for everyone`)
  }
}
