import type { ModuleManifest } from '#core/module/manifest.ts'
import { readModelsOf, type Route } from '#core/http/route.ts'

type Named = {
  /** The names of all projections that there are. */
  projections: readonly string[]
  manifests: readonly ModuleManifest[]
  routes: readonly Pick<Route, 'method' | 'path' | 'reads' | 'cachedBy'>[]
}

/**
 * Checks at the start that whatever names a read model means one that exists: a wrong name would show itself at the first
 * request that waits for it, as a 503. @throws TypeError that says who names what
 */
export function assertReadModelNames({ projections, manifests, routes }: Named): void {
  const brought = manifests.flatMap(({ readModels }) => readModels)
  const named = [
    ...manifests.flatMap(({ tag, readModels, personalReadModels }) =>
      [...readModels, ...personalReadModels].map((name) => ({ name, by: `the manifest of ${tag}` })),
    ),
    ...routes.flatMap((route) => readModelsOf(route).map((name) => ({ name, by: `${route.method} ${route.path}` }))),
  ]
  const unknown = named.find(({ name }) => !projections.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`${unknown.by} names the read model ${unknown.name}, which nothing builds`)
  const unclaimed = projections.find((name) => brought.filter((one) => one === name).length !== 1)
  if (unclaimed !== undefined) throw new TypeError(`the read model ${unclaimed} must be in one module's manifest`)
}
