import type { Flow } from '../operations/schema.ts'
import { reactorFlows } from '#workers/module.ts'
import { allManifests, allProjections, eventDefinitions } from './manifests.ts'

/**
 * From which streams every read model and reactor takes its events, and what it writes; derived from the definitions.
 * @param rates events per second, by category
 */
export function flowOfShop(rates: ReadonlyMap<string, number>): Flow {
  const streams = allManifests.flatMap((manifest) =>
    manifest.streams.map(({ category, filter }) => ({
      category,
      title: filter,
      eventsPerSecond: rates.get(category) ?? 0,
    })),
  )
  const projections = allProjections.map(({ name, on, sink }) => ({
    name,
    reads: categoriesOf(Object.keys(on)),
    writes: sink.kind === 'search' ? ('search index' as const) : ('tables' as const),
  }))
  const reactors = reactorFlows.map(({ name, types, writes }) => ({ name, reads: categoriesOf(types), writes }))
  return { streams, subscriptions: [...projections, ...reactors] }
}

function categoriesOf(types: readonly string[]): string[] {
  return [...new Set(types.flatMap((type) => eventDefinitions[type]?.category.name ?? []))]
}
