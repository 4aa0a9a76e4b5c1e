import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import type { HttpState } from '../server/send.ts'

/** A path of a router, with the methods that it takes. */
export type RouterPath = { path: string | RegExp; methods: readonly string[] }

/**
 * A router for each resource, which is the first segment below `/api/`, and one for everything else. A request is
 * compared with the paths of its resource: one after another with all paths, it costs a tenth of a small call.
 */
export class ResourceRouters {
  readonly #routers = new Map<string, Router<HttpState>>()

  /** The router to which a path of the API description belongs. */
  of(path: string): Router<HttpState> {
    const resource = resourceOf(path)
    if (resource.startsWith('{')) throw new Error(`${path}: the first segment below /api/ must not be a parameter`)
    const router = this.#routers.get(resource) ?? new Router<HttpState>({ sensitive: true })
    this.#routers.set(resource, router)
    return router
  }

  /** The paths that match this path of a request, the most literal first. */
  matching(path: string): readonly RouterPath[] {
    return this.#routers.get(resourceOf(path))?.match(path, 'GET').path ?? []
  }

  /** Handles the requests that have a route, and passes on all others. */
  routes(): Middleware<HttpState> {
    const found = new Map([...this.#routers].map(([name, router]) => [name, { router, handle: router.routes() }]))
    return (ctx, next) => {
      const resource = found.get(resourceOf(ctx.path))
      if (resource === undefined) return next()
      const { router, handle } = resource
      return handle(Object.assign(ctx, { params: {}, router }), next)
    }
  }
}

const root = '/api/'

/** Empty for a path outside the API. */
function resourceOf(path: string): string {
  if (!path.startsWith(root)) return ''
  const end = path.indexOf('/', root.length)
  return end < 0 ? path.slice(root.length) : path.slice(root.length, end)
}
