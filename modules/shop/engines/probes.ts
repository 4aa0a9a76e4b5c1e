import type { EngineProbe } from '#core/process/engine-probe.ts'
import type { Infrastructure } from './infrastructure.ts'

type Engines = Pick<Infrastructure, 'disk' | 'database' | 'store' | 'searchIndex' | 'jobs'>

/** One probe for each engine that the shop needs, by the name that people read; the disk where it is the shop's own. */
export function engineProbes({ disk, database, store, searchIndex, jobs }: Engines): EngineProbe[] {
  return [
    ...(disk === undefined ? [] : [{ name: 'disk', ask: async () => disk.assertRoom() }]),
    { name: 'database', ask: () => database.ping() },
    { name: 'event store', ask: () => store.head() },
    { name: 'search index', ask: () => searchIndex.ping() },
    { name: 'jobs', ask: () => jobs.ping() },
  ]
}
