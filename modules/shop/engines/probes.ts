import type { EngineProbe } from '#core/process/engine-probe.ts'
import type { Infrastructure } from './infrastructure.ts'

type Engines = Pick<Infrastructure, 'disk' | 'database' | 'store' | 'searchIndex' | 'jobs'>

/** One probe for each engine, named for people; the disk only if the database is embedded. */
export function engineProbes({ disk, database, store, searchIndex, jobs }: Engines): EngineProbe[] {
  return [
    ...(disk === undefined ? [] : [{ name: 'disk', without: without.disk, ask: async () => disk.assertRoom() }]),
    { name: 'database', without: without.database, ask: () => database.ping() },
    { name: 'event store', without: without.store, ask: () => store.head() },
    { name: 'search index', without: without.searchIndex, ask: () => searchIndex.ping() },
    { name: 'jobs', without: without.jobs, ask: () => jobs.ping() },
  ]
}

/** The mail server counts logins, so an answer lasts for a while. */
const mailServerLastsMs = 30_000

/**
 * The probe of the mail server; none if mails are files. No process needs it to be ready: mails wait for it, and are
 * tried again for a day.
 */
export function mailServerProbe({ mailer: { ping } }: Pick<Infrastructure, 'mailer'>): EngineProbe[] {
  if (ping === undefined) return []
  return [{ name: 'mail server', without: without.mailServer, ask: ping, lastsMs: mailServerLastsMs }]
}

/** Word for word in docs/production.md, "When an engine is unavailable". */
export const without = {
  disk: 'Without free space the shop accepts no orders, carts or changes, and shows admins no personal data; people can still browse, search, log in and see their orders.',
  database: 'Without it the shop serves only recently cached catalogue pages.',
  store:
    'Without it nothing can be ordered or changed, and carts and histories cannot be read; the catalogue, the search and the lists of orders and requests still work.',
  searchIndex: 'Without it searches and suggestions fail; everything else works, and the index catches up afterwards.',
  jobs: 'Without it emails wait, and are sent once it is available again, each once; everything else works, orders too.',
  mailServer:
    'Without it emails wait: each is tried for a day and has then failed until an operator tries it again; everything else works, orders too.',
}
