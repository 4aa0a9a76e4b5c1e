import { readModelsOf, type Route } from '#core/http/routing/route.ts'

type Named = {
  /** The names of all projections that there are. */
  projections: readonly string[]
  routes: readonly Pick<Route, 'method' | 'path' | 'reads' | 'cachedBy'>[]
}

/**
 * Checks at the start that every read model that a call waits for exists: a wrong name would show itself at the first such
 * call, as a 503. @throws TypeError that says which call names what
 */
export function assertReadModelNames({ projections, routes }: Named): void {
  for (const route of routes) {
    const unknown = readModelsOf(route).find((name) => !projections.includes(name))
    if (unknown !== undefined)
      throw new TypeError(`${route.method} ${route.path} names the read model ${unknown}, which nothing builds`)
  }
}
