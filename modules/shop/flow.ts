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

const typesOf = Map.groupBy(Object.keys(eventDefinitions), (type) => eventDefinitions[type]?.category.name)

const streams = allManifests.flatMap(({ streams: declared }) => declared)

/** Reads everything of a category of streams; no read model or reactor has such a name. */
const readerOf = (category: string) => `stream ${category}`

/**
 * From which streams every read model and reactor takes its events, and what it writes, derived from the definitions;
 * with the rate and the newest event of each category of streams, and the newest event that each of them has taken.
 */
export async function flowOfShop({ db, audit }: FlowDeps): Promise<Flow> {
  const [rates, checkpoints] = await Promise.all([audit.ratesByCategory(), readLiveCheckpoints(db)])
  const positions = new Map(checkpoints.map(({ name, position }) => [name, position]))
  const taken = await audit.newestTaken([
    ...subscriptions.map(({ name, types }) => ({ name, types, position: positions.get(name) ?? 0 })),
    ...streams.map(({ category }) => ({
      name: readerOf(category),
      types: typesOf.get(category) ?? [],
      position: Number.MAX_SAFE_INTEGER,
    })),
  ])
  return {
    streams: streams.map(({ category, filter }) => ({
      category,
      title: filter,
      eventsPerSecond: rates.get(category) ?? 0,
      lastEvent: taken.get(readerOf(category)),
    })),
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
