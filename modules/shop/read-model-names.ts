import { readModelsOf, type Route } from '#core/http/routing/route.ts'

type Named = {
  /** The names of all projections. */
  projections: readonly string[]
  routes: readonly Pick<Route, 'method' | 'path' | 'reads' | 'cachedBy'>[]
}

/**
 * Checks at start-up that every read model that a call waits for exists: otherwise the first such call would fail with
 * 503. @throws TypeError naming the call and the unknown read model
 */
export function assertReadModelNames({ projections, routes }: Named): void {
  for (const route of routes) {
    const unknown = readModelsOf(route).find((name) => !projections.includes(name))
    if (unknown !== undefined)
      throw new TypeError(
        `${route.method} ${route.path} names the read model ${unknown}, which nothing builds: correct the name in the route, or add the projection to a manifest`,
      )
  }
}
