import type { EngineProbe } from '#core/process/engine-probe.ts'
import type { Infrastructure } from './infrastructure.ts'

type Engines = Pick<Infrastructure, 'disk' | 'database' | 'store' | 'searchIndex' | 'jobs'>

/** One probe for each engine, named for people; the disk only if the database is embedded. */
export function engineProbes({ disk, database, store, searchIndex, jobs }: Engines): EngineProbe[] {
  return [
    ...(disk === undefined ? [] : [{ name: 'disk', ask: async () => disk.assertRoom() }]),
    { name: 'database', ask: () => database.ping() },
    { name: 'event store', ask: () => store.head() },
    { name: 'search index', ask: () => searchIndex.ping() },
    { name: 'jobs', ask: () => jobs.ping() },
  ]
}
