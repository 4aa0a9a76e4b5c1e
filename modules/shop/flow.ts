import type { Db } from '#core/database/database.ts'
import { readLiveCheckpoints } from '#core/projections/checkpoints/checkpoints.ts'
import { reactorFlows } from '#workers/module.ts'
import type { AuditModule } from '../audit/module.ts'
import type { Flow } from '../operations/schema.ts'
import { allManifests, allProjections, eventDefinitions } from './manifests.ts'

type FlowDeps = { db: Db; audit: Pick<AuditModule, 'ratesByCategory' | 'newestTaken'> }

/** Every read model and reactor with the types of the events that it takes. */
const subscriptions = [
  ...allProjections.map(({ name, on, sink }) => ({
    name,
    types: Object.keys(on),
    writes: sink.kind === 'search' ? ('search index' as const) : ('tables' as const),
  })),
  ...reactorFlows.map(({ name, types, writes }) => ({ name, types: [...types], writes })),
]

/**
 * From which streams every read model and reactor takes its events, and what it writes, derived from the definitions;
 * with the rate of each category of streams, and the newest event that each of them has taken.
 */
export async function flowOfShop({ db, audit }: FlowDeps): Promise<Flow> {
  const [rates, checkpoints] = await Promise.all([audit.ratesByCategory(), readLiveCheckpoints(db)])
  const positions = new Map(checkpoints.map(({ name, position }) => [name, position]))
  const taken = await audit.newestTaken(
    subscriptions.map(({ name, types }) => ({ name, types, position: positions.get(name) ?? 0 })),
  )
  const streams = allManifests.flatMap((manifest) =>
    manifest.streams.map(({ category, filter }) => ({
      category,
      title: filter,
      eventsPerSecond: rates.get(category) ?? 0,
    })),
  )
  return {
    streams,
    subscriptions: subscriptions.map(({ name, types, writes }) => ({
      name,
      reads: categoriesOf(types),
      writes,
      lastEvent: taken.get(name),
    })),
  }
}

function categoriesOf(types: readonly string[]): string[] {
  return [...new Set(types.flatMap((type) => eventDefinitions[type]?.category.name ?? []))]
}
